import { useApi } from "@staffroom/api";
import { useMemo } from "react";

/** Returns the ids of the files that the user still has to sign. */
export function useToSign(): ReadonlySet<number> {
  const { data } = useApi<{ fileId: number }[]>("/library/sign", { state: "open,overdue", page: 1, pageSize: 100 });
  return useMemo(() => new Set(data?.map(({ fileId }) => fileId)), [data]);
}

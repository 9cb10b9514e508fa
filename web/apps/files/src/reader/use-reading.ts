import { api } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { useQuery } from "@tanstack/react-query";

type Reading = Answer<"files", "/file/{id}/pages">;

/** Milliseconds until a file that is being read is asked for again. */
const soon = 3000;

/** The pages, the text and the thumbnail that the server has read in a file; with `waits` it is asked again until it has. */
export function useReading(fileId: number, waits = false) {
  return useQuery({
    queryKey: [`/file/${fileId}/pages`],
    queryFn: () => api.get<Reading>(`/file/${fileId}/pages`),
    retry: false,
    refetchInterval: ({ state }) => (waits && state.data?.state === "waiting" ? soon : false),
  });
}

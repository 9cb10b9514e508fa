import { api } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { useQuery } from "@tanstack/react-query";

type Reading = Answer<"files", "/file/{id}/pages">;

/** Polling interval in milliseconds while a file is being processed. */
const soon = 3000;

/** The query key of a file's processing. */
export const readingOf = (fileId: number) => [`/file/${fileId}/pages`];

/**
 * The pages, text and thumbnail that the server extracted from a file; with `waits` it polls until they exist or
 * failed.
 */
export function useReading(fileId: number, waits = false) {
  return useQuery({
    queryKey: readingOf(fileId),
    queryFn: () => api.get<Reading>(`/file/${fileId}/pages`),
    retry: false,
    refetchInterval: ({ state }) => (waits && state.data?.state === "waiting" && !state.data.reason ? soon : false),
  });
}

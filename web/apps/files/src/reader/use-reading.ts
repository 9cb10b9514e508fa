import { api } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { useQuery } from "@tanstack/react-query";

type Reading = Answer<"files", "/file/{id}/pages">;

/** Milliseconds until a file that is being read is asked for again. */
const soon = 3000;

/** The key under which a reading is kept. */
export const readingOf = (fileId: number) => [`/file/${fileId}/pages`];

/**
 * The pages, the text and the thumbnail that the server has read in a file; with `waits` it is asked again until it
 * has, or has failed.
 */
export function useReading(fileId: number, waits = false) {
  return useQuery({
    queryKey: readingOf(fileId),
    queryFn: () => api.get<Reading>(`/file/${fileId}/pages`),
    retry: false,
    refetchInterval: ({ state }) => (waits && state.data?.state === "waiting" && !state.data.reason ? soon : false),
  });
}

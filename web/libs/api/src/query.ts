import type { ListMeta, Page } from "@staffroom/contract";
import { keepPreviousData, QueryClient, useQueries, useQuery, type Query, type UseQueryResult } from "@tanstack/react-query";
import { api, type RequestOptions } from "./client";
import { ApiError } from "./errors";
import { onLineBack } from "./line";

/** What no answer came to is read again once the line stands, not before. */
const mayPass = (error: unknown) => error instanceof ApiError && [429, 502, 503, 504].includes(error.status);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // The browser's own word on the line is not asked: a call that gets no answer says so.
      networkMode: "always",
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 2 && mayPass(error),
      retryDelay: (count, error) =>
        Math.min(error instanceof ApiError && error.retryAfter ? error.retryAfter * 1000 : 500 * 2 ** count, 5000),
    },
  },
});

onLineBack(() => {
  void queryClient.refetchQueries({ type: "active", predicate: ({ state }) => state.error !== null });
});

type Extra = { enabled?: boolean; staleTime?: number; headers?: Record<string, string> };
/** Milliseconds until what was read is read again by itself, as long as somebody looks; false: never. */
type Again<T> = { refetchInterval?: (query: Query<T>) => number | false };

/** Reads `data` of a GET; the key is the path and the query. */
export function useApi<T>(path: string, query?: RequestOptions["query"], extra: Extra & Again<T> = {}): UseQueryResult<T> {
  const { headers, ...options } = extra;
  return useQuery({
    queryKey: [path, query ?? {}, headers ?? {}],
    queryFn: ({ signal }) => api.get<T>(path, { query, headers, signal }),
    ...options,
  });
}

/** Reads `data` of several GETs, each under the key that `useApi` gives it. */
export function useApis<T>(paths: readonly string[]): UseQueryResult<T>[] {
  return useQueries({
    queries: paths.map((path) => ({ queryKey: [path, {}, {}], queryFn: ({ signal }: { signal: AbortSignal }) => api.get<T>(path, { signal }) })),
  });
}

const metaStays = 5 * 60_000;

/** What a list's table draws itself from. */
export function useListMeta(path: string): UseQueryResult<ListMeta> {
  return useApi<ListMeta>(`${path}/columns`, undefined, { staleTime: metaStays });
}

/** As `useListMeta`, where nothing is drawn: for a search. */
export function readListMeta(path: string): Promise<ListMeta> {
  return queryClient.fetchQuery({ queryKey: [`${path}/columns`, {}, {}], queryFn: () => api.get<ListMeta>(`${path}/columns`), staleTime: metaStays });
}

/** One page of a list; the page before stays on the screen until the next has come. */
export function useListPage(path: string, query: RequestOptions["query"], extra: Extra = {}): UseQueryResult<Page> {
  const { headers, ...options } = extra;
  return useQuery({
    queryKey: [path, "page", query ?? {}, headers ?? {}],
    queryFn: ({ signal }) => api.page<Page>(path, { query, headers, signal }),
    placeholderData: keepPreviousData,
    ...options,
  });
}

/**
 * After one row of a list was changed in its place: what is counted or summed of the list is read anew at once; its rows
 * in other orders and filters when they are next looked at, so that none moves under the person's hand.
 */
export async function invalidateBeside(path: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ predicate: ({ queryKey: [key] }) => key === path, refetchType: "none" }),
    queryClient.invalidateQueries({ predicate: ({ queryKey: [key] }) => typeof key === "string" && key.startsWith(`${path}/`) }),
  ]);
}

/** Marks everything read below a path as out of date. */
export function invalidate(path: string): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [key] }) => typeof key === "string" && (key === path || key.startsWith(`${path}/`)),
  });
}

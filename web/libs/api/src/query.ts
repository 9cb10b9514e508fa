import type { ListMeta, Page } from "@staffroom/contract";
import { keepPreviousData, QueryClient, useQueries, useQuery, type Query, type UseQueryResult } from "@tanstack/react-query";
import { api, type RequestOptions } from "./client";
import { ApiError } from "./errors";
import { onReconnect } from "./connection";

/** Queries without an answer are retried once the connection is back, not before. */
const mayPass = (error: unknown) => error instanceof ApiError && [429, 502, 503, 504].includes(error.status);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // The browser's own online state is ignored: a call without an answer is the evidence.
      networkMode: "always",
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 2 && mayPass(error),
      retryDelay: (count, error) =>
        Math.min(error instanceof ApiError && error.retryAfter ? error.retryAfter * 1000 : 500 * 2 ** count, 5000),
    },
  },
});

onReconnect(() => {
  void queryClient.refetchQueries({ type: "active", predicate: ({ state }) => state.error !== null });
});

type Extra = { enabled?: boolean; staleTime?: number; headers?: Record<string, string> };
/** `staysUntilNext`: what was read before stays on the screen until the next answer. */
type Stays = { staysUntilNext?: boolean };
/** Milliseconds between refetches while the page is visible; false: never. */
type Again<T> = { refetchInterval?: (query: Query<T>) => number | false };

/** Reads the `data` of a GET; the key is the path and the query. */
export function useApi<T>(path: string, query?: RequestOptions["query"], extra: Extra & Again<T> & Stays = {}): UseQueryResult<T> {
  const { headers, staysUntilNext, ...options } = extra;
  return useQuery({
    ...(staysUntilNext ? { placeholderData: keepPreviousData } : {}),
    queryKey: [path, query ?? {}, headers ?? {}],
    queryFn: ({ signal }) => api.get<T>(path, { query, headers, signal }),
    ...options,
  });
}

/** Reads ahead what `useApi` will ask for; a failure is left to it. */
export function prefetch(path: string): void {
  void queryClient.prefetchQuery({ queryKey: [path, {}, {}], queryFn: ({ signal }) => api.get(path, { signal }) });
}

/** Reads `data` of several GETs, each under the key that `useApi` gives it. */
export function useApis<T>(paths: readonly string[]): UseQueryResult<T>[] {
  return useQueries({
    queries: paths.map((path) => ({ queryKey: [path, {}, {}], queryFn: ({ signal }: { signal: AbortSignal }) => api.get<T>(path, { signal }) })),
  });
}

const metaStays = 5 * 60_000;

/** The metadata that a list's table is drawn from. */
export function useListMeta(path: string): UseQueryResult<ListMeta> {
  return useApi<ListMeta>(`${path}/columns`, undefined, { staleTime: metaStays });
}

/** The same outside of a component, for a search. */
export function readListMeta(path: string): Promise<ListMeta> {
  return queryClient.fetchQuery({ queryKey: [`${path}/columns`, {}, {}], queryFn: () => api.get<ListMeta>(`${path}/columns`), staleTime: metaStays });
}

/** One page of a list; the previous page stays on the screen until the next is loaded. */
export function useListPage(path: string, query: RequestOptions["query"], extra: Extra = {}): UseQueryResult<Page> {
  const { headers, ...options } = extra;
  return useQuery({
    queryKey: [path, "page", query ?? {}, headers ?? {}],
    queryFn: ({ signal }) => api.page<Page>(path, { query, headers, signal }),
    placeholderData: keepPreviousData,
    ...options,
  });
}

/** Pages of several lists, each under the key that `useListPage` gives it. */
export function useListPages(lists: readonly { path: string; query: RequestOptions["query"] }[]): UseQueryResult<Page>[] {
  return useQueries({
    queries: lists.map(({ path, query }) => ({
      queryKey: [path, "page", query ?? {}, {}],
      queryFn: ({ signal }: { signal: AbortSignal }) => api.page<Page>(path, { query, signal }),
    })),
  });
}

/**
 * Refreshes a list after one of its rows was edited in place: counts and sums at once; its rows in other orders and filters
 * when they are next shown, so that no row moves while the user edits.
 */
export async function invalidateBeside(path: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ predicate: ({ queryKey: [key] }) => key === path, refetchType: "none" }),
    queryClient.invalidateQueries({ predicate: ({ queryKey: [key] }) => typeof key === "string" && key.startsWith(`${path}/`) }),
  ]);
}

/** Invalidates every query below a path. */
export function invalidate(path: string): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [key] }) => typeof key === "string" && (key === path || key.startsWith(`${path}/`)),
  });
}

import type { ListMeta, Page } from "@staffroom/contract";
import {
  keepPreviousData,
  QueryClient,
  useQueries,
  useQuery,
  type Query,
  type QueryKey,
  type UseQueryResult,
} from "@tanstack/react-query";
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
/** `staysUntilNext`: the previous response stays on the screen until the next one. */
type Stays = { staysUntilNext?: boolean };
/** Milliseconds between refetches while the page is visible; false: never. */
type Again<T> = { refetchInterval?: (query: Query<T>) => number | false };

/** Cache key of the `data` of a GET. */
export const dataKey = (
  path: string,
  query: RequestOptions["query"] = {},
  headers: Record<string, string> = {},
): QueryKey => [path, query, headers];

/** Returns the query for the `data` of a GET. */
const dataQuery = <T>(path: string, query: RequestOptions["query"] = {}, headers: Record<string, string> = {}) => ({
  queryKey: dataKey(path, query, headers),
  queryFn: ({ signal }: { signal: AbortSignal }) => api.get<T>(path, { query, headers, signal }),
});

/** Returns the query for one page of a list. */
const pageQuery = (path: string, query: RequestOptions["query"] = {}, headers: Record<string, string> = {}) => ({
  queryKey: [path, "page", query, headers] as QueryKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => api.page<Page>(path, { query, headers, signal }),
});

/** Fetches the `data` of a GET. */
export function useApi<T>(
  path: string,
  query?: RequestOptions["query"],
  extra: Extra & Again<T> & Stays = {},
): UseQueryResult<T> {
  const { headers, staysUntilNext, ...options } = extra;
  return useQuery<T>({
    ...dataQuery<T>(path, query, headers),
    ...(staysUntilNext ? { placeholderData: keepPreviousData } : {}),
    ...options,
  });
}

/** Milliseconds for which a prefetched record counts as fresh. */
const readAhead = 1_000;

/**
 * Fetches a record each time it is opened, since others may have changed it. The previous response stays until the new
 * one arrives.
 */
export const useRecord = <T>(path: string, enabled = true): UseQueryResult<T> =>
  useApi<T>(path, undefined, { enabled, staleTime: readAhead });

/** Prefetches what `useApi` will request; a failure is left to `useApi`. */
export function prefetch(path: string): void {
  void queryClient.prefetchQuery(dataQuery(path));
}

/** `useApi` for several paths. */
export function useApis<T>(paths: readonly string[], staleTime?: number): UseQueryResult<T>[] {
  return useQueries({ queries: paths.map((path) => ({ ...dataQuery<T>(path), ...(staleTime ? { staleTime } : {}) })) });
}

/** `useApi` outside of a component, for a search; a response younger than `staleTime` milliseconds is reused. */
export function readApi<T>(path: string, staleTime: number): Promise<T> {
  return queryClient.fetchQuery({ ...dataQuery<T>(path), staleTime });
}

/** Milliseconds for which slowly changing responses are reused: declarations, samples, lists of staff. */
export const seldomChanged = 5 * 60_000;

/** Fetches the metadata from which a list's table is drawn. */
export function useListMeta(path: string, computed?: string): UseQueryResult<ListMeta> {
  return useApi<ListMeta>(`${path}/columns`, computed ? { computed } : undefined, {
    staleTime: seldomChanged,
    staysUntilNext: !!computed,
  });
}

/** The same outside of a component, for a search. */
export function readListMeta(path: string): Promise<ListMeta> {
  return readApi<ListMeta>(`${path}/columns`, seldomChanged);
}

/** Fetches one page of a list; the previous page stays on the screen until the next is loaded. */
export function useListPage(path: string, query: RequestOptions["query"], extra: Extra = {}): UseQueryResult<Page> {
  const { headers, ...options } = extra;
  return useQuery({ ...pageQuery(path, query, headers), placeholderData: keepPreviousData, ...options });
}

/** Prefetches the page that `useListPage` will request; a failure is left to it. */
export function prefetchPage(path: string, query: RequestOptions["query"]): void {
  void queryClient.prefetchQuery(pageQuery(path, query));
}

/** `useListPage` for several lists; `read` returns a page that no call provides. */
export function useListPages(
  lists: readonly (Pick<RequestOptions & { path: string }, "path" | "query" | "headers"> & {
    read?: () => Promise<Page>;
  })[],
): UseQueryResult<Page>[] {
  return useQueries({
    queries: lists.map(({ path, query, headers, read }) => ({
      ...pageQuery(path, query, headers),
      ...(read ? { queryFn: read } : {}),
    })),
  });
}

/**
 * Refreshes a list after an edit in place: counts and sums immediately, other orders and filters when next shown. No
 * row moves while the user edits.
 */
export async function invalidateBeside(path: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ predicate: ({ queryKey: [key] }) => key === path, refetchType: "none" }),
    queryClient.invalidateQueries({
      predicate: ({ queryKey: [key] }) => typeof key === "string" && key.startsWith(`${path}/`),
    }),
  ]);
}

/** Invalidates every query below a path. */
export function invalidate(path: string): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [key] }) => typeof key === "string" && (key === path || key.startsWith(`${path}/`)),
  });
}

import type { ReactNode } from "react";
import { Panel } from "./page";
import { ErrorState, LoadingState } from "./states";

/** The part of a query that `Answered` reads. */
type Query<T> = { data: T | undefined; error: unknown; refetch: () => unknown };

type AnsweredProps<T> = {
  query: Query<T>;
  /** The title of the error. */
  title?: string;
  /** Lines of the placeholder. */
  rows?: number;
  /** Shows loading and failure in a separate panel. */
  panel?: boolean;
  compact?: boolean;
  children: (data: NonNullable<T>) => ReactNode;
};

/** The response of a query; before it, a placeholder or the error with Retry. */
export function Answered<T>({
  query: { data, error, refetch },
  title,
  rows,
  panel,
  compact,
  children,
}: AnsweredProps<T>) {
  if (data !== undefined && data !== null) return children(data);
  const state = error ? (
    <ErrorState error={error} title={title} compact={compact} onRetry={() => void refetch()} />
  ) : (
    <LoadingState rows={rows} />
  );
  return panel ? <Panel>{state}</Panel> : state;
}

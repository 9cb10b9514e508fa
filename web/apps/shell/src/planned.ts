import { matchPath } from "react-router";

/** A screen of the old system that has no route here yet. */
export type Planned = {
  title: string;
  /** The tasks that it will serve. */
  purpose: string;
  /** A screen that serves part of them today. */
  today?: { path: string; title: string };
};

/** Legacy addresses by pattern, the first that matches counts. An entry goes when its area declares the route (platform.md 2). */
export const planned: readonly (readonly [pattern: string, screen: Planned])[] = [];

/** The planned screen at an address, or null where none is known. */
export function plannedAt(path: string): Planned | null {
  return planned.find(([pattern]) => matchPath({ path: pattern, end: true }, path))?.[1] ?? null;
}

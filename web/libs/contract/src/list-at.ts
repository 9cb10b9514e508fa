import type { DeclaredRoute, RouteBase } from "./area";
import type { ListPath } from "./lists";
import type { Rights } from "./rights";
import type { ListRoute } from "./screens";

type ListAt<Path extends ListPath> = Omit<RouteBase, "path"> &
  Rights &
  Omit<Extract<ListRoute, { path: Path }>, "path" | "title">;

/** Declares a list whose address is its path in the service: `listAt("/exams/swaps", { title: "Swaps of duties" })`. */
export function listAt<const Path extends ListPath>(
  path: Path,
  { title, under, public: isPublic, call, only, ...list }: ListAt<Path>,
): DeclaredRoute & { path: Path } {
  const route = { path, title, under, public: isPublic, call, only, list: { path, ...list } };
  return route as unknown as DeclaredRoute & { path: Path };
}

import type { Row } from "./api";
import type { CallPath, Filters, RowOf, ServiceName } from "./calls";

/** A service's lists by path: their rows and their filters. */
type ListsOf<Service extends ServiceName> = {
  [Path in CallPath<Service> as `${Path}/columns` extends CallPath<Service> ? Path : never]: {
    row: RowOf<Service, Path>;
    filter: Filters<Service, Path>;
  };
};
type All<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer Both) => void
  ? Both
  : never;

/** The lists of all services, from their declarations: an unknown path or column does not compile. */
export type Lists = All<{ [Service in ServiceName]: ListsOf<Service> }[ServiceName]>;
/** Untyped lists: those of tests, and those that the shell draws. */
export type AnyLists = { [path: string]: { row: Row; filter: string } };

export type ListPath<L = Lists> = keyof L & string;
/** A column of a list: a value of its rows. */
export type ColumnOf<Path extends keyof L, L = Lists> = L[Path] extends { row: infer One } ? keyof One & string : never;
export type FilterOf<Path extends keyof L, L = Lists> = L[Path] extends { filter: infer Name extends string }
  ? Name
  : never;

/** Values by some of the names that a list knows. */
export type Some<Name extends string, Value = string> = string extends Name
  ? Readonly<Record<string, Value>>
  : { readonly [One in Name]?: Value };

/** Paths of records, which have an id below them: `/students`. */
export type Thing = {
  [Service in ServiceName]: CallPath<Service> extends infer Path
    ? Path extends `${infer Of}/{id}`
      ? Of
      : never
    : never;
}[ServiceName];

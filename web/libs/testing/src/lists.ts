import type { Column, ListMeta } from "@staffroom/contract";
import type { FakeServer } from "./render";

/** Returns a column, or a field, of text. */
export const textColumn = (name: string, title: string): Column & { type: "text" } => ({ name, title, type: "text" });

/** Serves a list of the test as its service would: columns and rows. */
export function serveList(
  server: FakeServer,
  path: string,
  rows: readonly object[],
  meta: Partial<ListMeta> = {},
): void {
  const whole: ListMeta = {
    name: path,
    title: "List",
    one: "row",
    rowKey: "id",
    target: "",
    columns: [textColumn("name", "Name")],
    filters: [],
    tabs: [],
    pageSizes: [50],
    defaultPageSize: 50,
    may: { add: false, edit: false, delete: false, export: false },
    add: null,
    edit: null,
    delete: null,
    ...meta,
  };
  server.on("GET", `${path}/columns`, () => ({ status: 200, body: { data: whole } }));
  server.on("GET", path, () => ({
    status: 200,
    body: { data: rows, total: rows.length, totalIsExact: true, next: null },
  }));
}

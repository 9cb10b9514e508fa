import { expect, it } from "vitest";
import { defineArea } from "./area";

const waiting = { title: "Bills to pay", icon: "file", route: "/bills" } as const;

it("an unknown list, column or filter does not compile", () => {
  const area = defineArea({
    name: "made-up",
    routes: [
      { path: "/bills", title: "Bills", list: { path: "/bills", queue: { title: "supplier", lines: ["total"] } } },
      // @ts-expect-error: there is no such list
      { path: "/a", title: "A", list: "/repots" },
      // @ts-expect-error: bills have no such column
      { path: "/b", title: "B", list: { path: "/bills", queue: { title: "suplier", lines: [] } } },
      // @ts-expect-error: no records have this path
      { path: "/c", title: "C", profile: { thing: "/repots" } },
      {
        path: "/d",
        title: "D",
        // @ts-expect-error: bills take no such filter
        profile: { thing: "/expenses", tabs: [{ name: "bills", title: "Bills", list: "/bills", by: "claimId" }] },
      },
    ],
    menu: [],
    waiting: [
      {
        ...waiting,
        list: "/bills",
        query: { status: "entered" },
        since: "dueDate",
        shows: ["supplier"],
        figure: { column: "total" },
      },
      // @ts-expect-error: bills have no such column
      { ...waiting, list: "/bills", query: { status: "entered" }, since: "duedate", shows: ["supplier"] },
      // @ts-expect-error: bills take no such filter
      { ...waiting, list: "/bills", query: { state: "entered" }, since: "dueDate", shows: ["supplier"] },
    ],
    // @ts-expect-error: bills have no such column
    timeline: [{ of: {}, kind: "Bill", icon: "file", list: "/bills", at: "date", shows: ["suplier"] }],
  });
  expect(area.waiting).toHaveLength(3);
});

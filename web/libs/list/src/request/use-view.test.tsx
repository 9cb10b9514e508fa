import type { ListMeta } from "@staffroom/contract";
import { renderScreen, textColumn } from "@staffroom/testing";
import { act } from "@testing-library/react";
import { expect, it } from "vitest";
import { useView, type ChangeView } from "./use-view";

const meta = {
  columns: [{ ...textColumn("name", "Name"), sortable: true }],
  filters: [{ name: "status", title: "Status", type: "select" }],
  tabs: [{ name: "organisation", options: [] }],
} as unknown as ListMeta;

function start(where: "address" | "memory") {
  const drawn: { change: ChangeView; filters: Record<string, string> }[] = [];
  function Probe() {
    const [view, change] = useView(meta, where);
    drawn.push({ change, filters: view.filters });
    return null;
  }
  renderScreen(<Probe />, { path: "/invoices", address: "/invoices" });
  return drawn;
}

it.each(["address", "memory"] as const)(
  "keeps a tab that was clicked a moment before the next, in the %s",
  async (where) => {
    const drawn = start(where);
    const stale = drawn[0]?.change as ChangeView;
    await act(async () => {
      stale((now) => ({ filters: { ...now.filters, organisation: "Portugal" } }));
      stale((now) => ({ filters: { ...now.filters, status: "paid" } }));
    });
    expect(drawn.at(-1)?.filters).toEqual({ organisation: "Portugal", status: "paid" });
  },
);

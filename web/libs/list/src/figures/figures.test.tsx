import type { Figures } from "@staffroom/contract";
import { fakeServer, renderScreen, serveList, signInAs } from "@staffroom/testing";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { AnyListScreen } from "../screen/list-screen";

const status = [
  { value: "open", label: "Open" },
  { value: "shut", label: "Shut" },
];
const by = [
  { name: "date.month", title: "Date, by month", type: "date" },
  { name: "status", title: "Status", type: "select" },
];
const answer: Figures = {
  by: by.slice(0, 1),
  measures: [{ name: "count", title: "Number", type: "integer" }],
  groups: [
    {
      keys: ["2026-01-01"],
      texts: ["January 2026"],
      currency: null,
      values: [3],
      before: null,
      filters: { date: "2026-01-01..2026-01-31" },
      keyFilters: [{ date: "2026-01-01..2026-01-31" }],
      beforeFilters: null,
    },
  ],
  totals: [{ currency: null, values: [3], before: null }],
  truncated: false,
  period: null,
  asOf: null,
};

beforeEach(() => signInAs());

function show(address: string, asOf?: { by: string[]; sums: string[] }) {
  const server = fakeServer();
  serveList(server, "/things", [{ id: 1, name: "One" }], {
    title: "Things",
    may: { add: false, edit: false, delete: false, export: true },
    figures: { by, sums: [{ name: "total", title: "Total", type: "money" }], ...(asOf ? { asOf } : {}) },
    filters: [
      { name: "date", title: "Date", type: "range" },
      { name: "status", title: "Status", type: "select", options: status },
    ],
  });
  server.on("GET", "/things/figures", () => ({ status: 200, body: { data: answer } }));
  const { router } = renderScreen(<AnyListScreen path="/things" />, { path: "/things", address });
  const asked = () => server.calls.filter(({ path }) => path.endsWith("/things/figures")).at(-1)?.query;
  return { router, asked, server };
}

it("figures keep the list's filters, and a group leads back to its rows", async () => {
  const { router, asked } = show("/things?status=open");
  await userEvent.click(await screen.findByRole("button", { name: "Figures" }));
  const region = await screen.findByRole("region", { name: "Figures of Things" });
  await waitFor(() => expect(asked()).toMatchObject({ by: "date.month", status: "open" }));
  await userEvent.click(await within(region).findByRole("button", { name: "January 2026: show rows" }));
  expect(router.state.location.search).toBe("?status=open&date=2026-01-01..2026-01-31");
  expect(screen.queryByRole("region", { name: "Figures of Things" })).toBeNull();
});

it("choices are kept in the address", async () => {
  const { asked } = show("/things?figures=date.month,status&measure=total&compare=before&date=2026-01-01..2026-01-31");
  await screen.findByRole("button", { name: "January 2026: show rows" });
  expect(asked()).toMatchObject({
    by: "date.month,status",
    sum: "total",
    compare: "before",
    date: "2026-01-01..2026-01-31",
  });
  await userEvent.click(screen.getByRole("switch", { name: "Compare with the previous period" }));
  await waitFor(() => expect(asked()).not.toHaveProperty("compare"));
});

it("no comparison is offered without a period, and no two-dimensional chart with one dimension", async () => {
  const { asked } = show("/things?figures=status&chart=chord&compare=before&measure=nothing");
  await screen.findByRole("button", { name: "January 2026: show rows" });
  expect(asked()).toEqual({ by: "status" });
  expect(screen.queryByRole("switch", { name: "Compare with the previous period" })).toBeNull();
});

it("the export has the shown figures and the list's filters", async () => {
  const { server } = show("/things?figures=status&measure=total&status=open&compare=before&chart=pie");
  await screen.findByRole("button", { name: "January 2026: show rows" });
  await userEvent.click(screen.getByRole("button", { name: "Export figures" }));
  await userEvent.click(await screen.findByText("PDF"));
  await waitFor(() =>
    expect(server.calls.find(({ path }) => path === "/things/export")?.body).toEqual({
      format: "pdf",
      query: { status: "open" },
      figures: { by: "status", sum: "total", chart: "pie" },
    }),
  );
});

it("figures of a past day use what is recorded, without a comparison", async () => {
  const { asked } = show(
    "/things?figures=status,date.month&measure=total&asOf=2025-12-31&compare=before&date=2026-01-01..2026-01-31",
    { by: ["date.month"], sums: [] },
  );
  await screen.findByRole("region", { name: "Figures of Things" });
  await waitFor(() =>
    expect(asked()).toEqual({ by: "date.month", asOf: "2025-12-31", date: "2026-01-01..2026-01-31" }),
  );
  expect(screen.getByLabelText<HTMLInputElement>("As of").value).toBe("31/12/25");
  expect(screen.queryByRole("switch", { name: "Compare with the previous period" })).toBeNull();
  expect(screen.queryByLabelText("Measure")).toBeNull();
});

it("a filter for rows without a value is named", async () => {
  show("/things?date=none");
  expect(await screen.findByRole("button", { name: /^Date Without/ })).toBeTruthy();
});

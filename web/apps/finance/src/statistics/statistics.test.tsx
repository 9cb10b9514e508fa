import { fakeServer, renderScreen, signInAs, type FakeServer } from "@staffroom/testing";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { figuresOf } from "./charts";
import type { Statistics } from "./model";
import InvoiceStatistics from "./statistics";

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const pounds = (count: number, total: number, outstanding = 0) => ({ currency: "GBP", count, total, outstanding });
const euros = (count: number, total: number, outstanding = 0) => ({ currency: "EUR", count, total, outstanding });
const figures: Statistics = {
  byCurrency: [pounds(12, 1_000_000, 250_050), euros(3, 70_000, 70_000)],
  byMonth: [
    { month: "2026-09", ...pounds(5, 400_000) },
    { month: "2026-11", ...pounds(7, 600_000, 250_050) },
    { month: "2026-11", ...euros(3, 70_000, 70_000) },
  ],
  byStatus: [
    { status: "credit", ...pounds(1, -50_000) },
    { status: "paid", ...pounds(4, 749_950) },
    { status: "draft", ...pounds(2, 99) },
  ],
  byOrganisation: [
    { orgId: 1, ...pounds(9, 900_000) },
    { orgId: 2, ...pounds(3, 100_000) },
  ],
  byAge: [
    { age: "notDue", ...pounds(2, 200_000, 200_000) },
    { age: "over90", ...pounds(1, 50_050, 50_050) },
    { age: "noDate", ...pounds(1, 0, 10) },
    { age: "credit", ...pounds(1, 0, -10) },
  ],
  byType: [{ currency: "GBP", type: "exams", count: 2, total: 20_000 }],
  organisations: [
    { id: 1, title: "Oxford" },
    { id: 2, title: "London" },
  ],
};

/** `GET /invoices/columns`: the tabs and filters that name the figures' groups. */
const columns = {
  tabs: [
    {
      name: "status",
      title: "Status",
      options: [
        { value: "draft", label: "Draft", color: "grey" },
        { value: "paid", label: "Paid", color: "green" },
        { value: "credit", label: "Credit" },
      ],
    },
  ],
  filters: [
    {
      name: "age",
      title: "Balance by age",
      type: "select",
      options: [
        { value: "notDue", label: "Not due yet", color: "green" },
        { value: "over90", label: "More than 90 days" },
        { value: "noDate", label: "No due date" },
        { value: "credit", label: "In credit" },
      ],
    },
    { name: "lineType", title: "With lines of", type: "select", options: [{ value: "exams", label: "Exams" }] },
  ],
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T12:00:00Z") });
  signInAs();
});

function show(address = "/accounts/invoicestatistics", data: Partial<Statistics> = {}) {
  const server = fakeServer();
  server.on("GET", "/invoices/statistics", () => ({ status: 200, body: { data: { ...figures, ...data } } }));
  server.on("GET", "/invoices/billingyears", () => ({
    status: 200,
    body: { data: [{ id: 2627, title: "2026-2027" }] },
  }));
  server.on("GET", "/invoices/columns", () => ({ status: 200, body: { data: columns } }));
  const { router } = renderScreen(<InvoiceStatistics />, { path: "/accounts/invoicestatistics", address });
  return { server, router };
}
const table = async (caption: string) => screen.findByRole("table", { name: new RegExp(`^${caption}`) });
const rowsIn = (shown: HTMLElement) => within(shown).getAllByRole("row").slice(1);
const target = (link: HTMLElement) => new URL(link.getAttribute("href") ?? "", "http://localhost");
const asked = (server: FakeServer) =>
  server.calls.filter(({ path }) => path === "/invoices/statistics").map(({ query }) => query);
const figure = (name: string) => screen.getByText(name, { selector: "dt" }).nextElementSibling?.textContent;

it("amounts are added up in one currency, which is in the address", async () => {
  const { server, router } = show();
  await table("By status");
  expect([figure("Invoices"), figure("Invoiced"), figure("Paid or credited"), figure("Outstanding")]).toEqual([
    "12",
    "£10,000.00",
    "£7,499.50",
    "£2,500.50",
  ]);
  await user.click(screen.getByText("EUR"));
  await waitFor(() => expect(figure("Invoiced")).toBe("€700.00"));
  expect(router.state.location.search).toBe("?currency=EUR");
  // The first response contained every currency.
  expect(asked(server)).toHaveLength(1);
});

it("every month between the first and the last is listed, newest first", async () => {
  show();
  const months = rowsIn(await table("Invoiced by month"));
  expect(months.map((row) => row.textContent)).toEqual([
    "Nov 20267£6,000.00£2,500.50",
    "Oct 20260£0.00£0.00",
    "Sept 20265£4,000.00£0.00",
  ]);
});

it("each month is drawn with its outstanding part on top, each part with its month", () => {
  const month = (key: string, label: string, amount: number, outstanding: number) => ({
    key,
    label,
    amount,
    outstanding,
    count: 1,
    to: "",
  });
  const drawn = figuresOf([month("2026-10", "Oct 2026", 0, 0), month("2026-11", "Nov 2026", 600_000, 250_050)], "GBP");
  expect(drawn.groups.map(({ texts, values }) => [...texts, ...values])).toEqual([
    ["Oct 2026", "Paid or credited", 0],
    ["Oct 2026", "Outstanding", 0],
    ["Nov 2026", "Paid or credited", 349_950],
    ["Nov 2026", "Outstanding", 250_050],
  ]);
  expect(drawn.groups.every(({ keys, filters, currency }) => filters?.month === keys[0] && currency === "GBP")).toBe(
    true,
  );
});

it("a chart with more months says that only the last are drawn", async () => {
  const now = new Date();
  const month = (ago: number) =>
    new Date(Date.UTC(now.getFullYear(), now.getMonth() - ago, 1)).toISOString().slice(0, 7);
  show("/accounts/invoicestatistics", {
    byMonth: ["2020-01", month(35), month(0)].map((one) => ({ month: one, ...pounds(1, 100) })),
  });
  expect(rowsIn(await table("Invoiced by month, the last 36"))).toHaveLength(36);
});

it("each figure leads to the rows behind it", async () => {
  show("/accounts/invoicestatistics?orgId=2&from=2026-11-05&billingYear=2627");
  const november = target(within(await table("Invoiced by month")).getByRole("link", { name: "Nov 2026" }));
  expect(november.pathname).toBe("/accounts/invoices");
  // The month, but not before the first day of the statistics.
  expect(Object.fromEntries(november.searchParams)).toEqual({
    orgId: "2",
    currency: "GBP",
    billingYear: "2627",
    issued: "true",
    date: "2026-11-05..2026-11-30",
  });
  const late = target(within(await table("Outstanding by age")).getByRole("link", { name: "More than 90 days" }));
  expect(Object.fromEntries(late.searchParams)).toMatchObject({ issued: "true", age: "over90" });
  const undated = target(within(await table("Outstanding by age")).getByRole("link", { name: "No due date" }));
  expect(Object.fromEntries(undated.searchParams)).toMatchObject({ issued: "true", age: "noDate" });
  const paid = target(within(await table("By status")).getByRole("link", { name: "Paid" }));
  expect(paid.searchParams.get("status")).toBe("paid");
  expect(paid.searchParams.has("issued")).toBe(false);
  expect(target(within(await table("By type")).getByRole("link", { name: "Exams" })).searchParams.get("lineType")).toBe(
    "exams",
  );
});

it("without a choice, every organisation is named, since the list would otherwise show one", async () => {
  show();
  const of = async (caption: string, name: string) =>
    target(within(await table(caption)).getByRole("link", { name })).searchParams.get("orgId");
  expect(await of("By status", "Paid")).toBe("1,2");
  expect(await of("By organisation", "London")).toBe("2");
});

it("statuses follow an invoice's course, and negative amounts are drawn by size", async () => {
  show();
  const states = rowsIn(await table("By status"));
  expect(states.map((row) => within(row).getByRole("link").textContent)).toEqual(["Draft", "Paid", "Credit"]);
  const widths = states.map((row) => row.querySelector<HTMLElement>(".fin-bar i")?.style.width);
  expect(widths[1]).toBe("100%");
  expect(Number.parseFloat(widths[2] ?? "")).toBeCloseTo(6.667, 2);
});

it("narrowing is kept in the address and refetches", async () => {
  const { server, router } = show();
  await table("By status");
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "Organisation" }));
  await user.click(await screen.findByTitle("London"));
  await waitFor(() => expect(router.state.location.search).toBe("?orgId=2"));
  await waitFor(() => expect(asked(server).at(-1)).toEqual({ orgId: "2" }));
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "Billing year" }));
  await user.click(await screen.findByTitle("2026-2027"));
  await waitFor(() => expect(asked(server).at(-1)).toEqual({ orgId: "2", billingYear: "2627" }));
});

it("a period without invoices says what to do", async () => {
  show("/accounts/invoicestatistics?from=2030-01-01", { byCurrency: [], byMonth: [] });
  expect(await screen.findByText("No invoices here")).toBeTruthy();
  expect(screen.getByText("Choose another organisation, year or period.")).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
});

it("an error is shown in place, and can be retried", async () => {
  const server = fakeServer();
  let broken = true;
  server.on("GET", "/invoices/statistics", () =>
    broken ? { status: 500, body: { error: "The figures broke" } } : { status: 200, body: { data: figures } },
  );
  renderScreen(<InvoiceStatistics />);
  expect(await screen.findByText("The figures broke")).toBeTruthy();
  expect(screen.getByText("The statistics did not load")).toBeTruthy();
  broken = false;
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await table("By status");
});

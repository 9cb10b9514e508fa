import { fakeServer, renderScreen, signInAs, type FakeServer } from "@staffroom/testing";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import VatFigures from "./vat";
import { quarters, usualPeriod, type VatRow } from "./vat-model";

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const oxford = {
  orgId: 1,
  organisation: "Oxford",
  currency: "GBP",
  isCreditNote: false,
  VATRate: 0,
  VATTreatment: "exempt" as const,
};
const rows: VatRow[] = [
  { ...oxford, VATRate: 2000, VATTreatment: "rated", count: 3, net: 100_000, VAT: 20_000, total: 120_000 },
  { ...oxford, VATRate: 500, VATTreatment: "rated", count: 1, net: 2_000, VAT: 100, total: 2_100 },
  { ...oxford, VATTreatment: "zeroRated", count: 2, net: 5_000, VAT: 0, total: 5_000 },
  { ...oxford, count: 4, net: 700_050, VAT: 0, total: 700_050 },
  { ...oxford, VATTreatment: "outside", count: 1, net: 900, VAT: 0, total: 900 },
  {
    ...oxford,
    isCreditNote: true,
    VATRate: 2000,
    VATTreatment: "rated",
    count: 1,
    net: -10_000,
    VAT: -2_000,
    total: -12_000,
  },
  { ...oxford, orgId: 4, organisation: "Cambridge", count: 1, net: 1_000, VAT: 0, total: 1_000 },
  {
    ...oxford,
    orgId: 3,
    organisation: "Portugal",
    currency: "EUR",
    VATRate: 2300,
    VATTreatment: "rated",
    count: 1,
    net: 5_000,
    VAT: 1_150,
    total: 6_150,
  },
];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T12:00:00Z") });
  signInAs();
});

const path = "/invoices/statistics/vat";
const treatments = [
  ["rated", "Standard"],
  ["zeroRated", "Zero-rated"],
  ["exempt", "Exempt"],
  ["outside", "Outside the scope"],
];
const treatment = {
  name: "VATTreatment",
  title: "VAT treatment",
  type: "select",
  options: treatments.map(([value, label]) => ({ value, label })),
};

function show(address = "/accounts/vat", data: VatRow[] = rows) {
  const server = fakeServer();
  server.on("GET", path, () => ({ status: 200, body: { data } }));
  server.on("GET", `${path}/fields`, () => ({
    status: 200,
    body: { data: { sections: [{ name: "vat", title: "VAT", fields: [treatment] }] } },
  }));
  server.on("GET", "/orgs", () => ({
    status: 200,
    body: {
      data: [
        { id: 1, title: "Oxford" },
        { id: 3, title: "Portugal" },
      ],
    },
  }));
  const { router } = renderScreen(<VatFigures />, { path: "/accounts/vat", address });
  return { server, router };
}
const asked = (server: FakeServer) => server.calls.filter((call) => call.path === path).map(({ query }) => query);
const table = (name: string) => screen.findByRole("table", { name });
const linesOf = (shown: HTMLElement) =>
  within(shown)
    .getAllByRole("row")
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent).join(" "));
const figure = (name: string) => screen.getByText(name, { selector: "dt" }).nextElementSibling?.textContent;

it("each treatment and the credit notes are separate, with sums of net, VAT and gross", async () => {
  show();
  expect(linesOf(await table("Oxford"))).toEqual([
    "Invoices",
    "Standard, 20% 3 £1,000.00 £200.00 £1,200.00",
    "Standard, 5% 1 £20.00 £1.00 £21.00",
    "Zero-rated 2 £50.00 £0.00 £50.00",
    "Exempt 4 £7,000.50 £0.00 £7,000.50",
    "Outside the scope 1 £9.00 £0.00 £9.00",
    "Credit notes",
    "Standard, 20% 1 -£100.00 -£20.00 -£120.00",
    "Total 12 £7,979.50 £181.00 £8,160.50",
  ]);
  expect(linesOf(await table("Cambridge")).at(-1)).toBe("Total 1 £10.00 £0.00 £10.00");
  expect([figure("Net"), figure("VAT"), figure("Gross")]).toEqual(["£7,989.50", "£181.00", "£8,170.50"]);
});

it("two currencies are never added up, and the chosen one is in the address", async () => {
  const { router } = show();
  await table("Oxford");
  expect(screen.queryByRole("table", { name: "Portugal" })).toBeNull();
  await user.click(screen.getByText("EUR"));
  expect(linesOf(await table("Portugal"))).toEqual([
    "Invoices",
    "Standard, 23% 1 €50.00 €11.50 €61.50",
    "Total 1 €50.00 €11.50 €61.50",
  ]);
  expect(screen.queryByRole("table", { name: "Oxford" })).toBeNull();
  expect(router.state.location.search).toBe("?currency=EUR");
});

it("the default is the last complete quarter; another quarter or free days are in the address", async () => {
  const { server, router } = show();
  await table("Oxford");
  expect(asked(server)).toEqual([{ from: "2026-07-01", to: "2026-09-30" }]);
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "Quarter" }));
  await user.click(await screen.findByTitle("Apr to Jun 2026"));
  await waitFor(() => expect(router.state.location.search).toBe("?from=2026-04-01&to=2026-06-30"));
  await waitFor(() => expect(asked(server).at(-1)).toEqual({ from: "2026-04-01", to: "2026-06-30" }));
});

it("any days of one organisation can be chosen", async () => {
  const { server } = show("/accounts/vat?orgId=1&from=2026-02-05&to=");
  await table("Oxford");
  expect(asked(server)).toEqual([{ orgId: "1", from: "2026-02-05" }]);
  expect(screen.getByTitle("Other period")).toBeTruthy();
  expect(screen.getByTitle("Oxford")).toBeTruthy();
});

it("an organisation leads to the documents behind its figures", async () => {
  show();
  const link = within(await table("Oxford")).getByRole("link", { name: "Oxford" });
  const target = new URL(link.getAttribute("href") ?? "", "http://localhost");
  expect(target.pathname).toBe("/accounts/invoices");
  expect(Object.fromEntries(target.searchParams)).toEqual({
    orgId: "1",
    currency: "GBP",
    issued: "true",
    date: "2026-07-01..2026-09-30",
  });
});

it("the export has what is shown", async () => {
  const { server } = show("/accounts/vat?orgId=1&from=2026-04-01&to=2026-06-30");
  server.on("GET", `${path}/xlsx`, () => ({ status: 200, body: {} }));
  URL.createObjectURL = vi.fn(() => "blob:sheet");
  URL.revokeObjectURL = vi.fn();
  await table("Oxford");
  await user.click(screen.getByRole("button", { name: "Export" }));
  await waitFor(() =>
    expect(server.calls.find((call) => call.path === `${path}/xlsx`)?.query).toEqual({
      orgId: "1",
      from: "2026-04-01",
      to: "2026-06-30",
    }),
  );
});

it("a period without documents says what to do", async () => {
  show("/accounts/vat", []);
  expect(await screen.findByText("No VAT figures here")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Export" })).toHaveProperty("disabled", true);
});

it("an error is shown, and can be retried", async () => {
  const server = fakeServer();
  let broken = true;
  server.on("GET", path, () =>
    broken ? { status: 500, body: { error: "The figures broke" } } : { status: 200, body: { data: rows } },
  );
  server.on("GET", "/orgs", () => ({ status: 200, body: { data: [] } }));
  renderScreen(<VatFigures />);
  expect(await screen.findByText("The figures broke")).toBeTruthy();
  broken = false;
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await table("Oxford");
});

it("quarters cross the turn of a year", () => {
  const today = new Date("2026-02-28T12:00:00Z");
  expect(usualPeriod(today)).toEqual({ from: "2025-10-01", to: "2025-12-31" });
  expect(quarters(today)).toHaveLength(9);
  expect(quarters(today)[0]).toEqual({ from: "2026-01-01", to: "2026-03-31", label: "Jan to Mar 2026" });
});

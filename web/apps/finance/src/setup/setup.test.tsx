import { fakeServer, renderRoute, serveList, signInAs, textColumn } from "@staffroom/testing";
import { currentToasts } from "@staffroom/ui";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import area from "../area";

beforeEach(() => signInAs());

const kinds = [{ value: "creditNote", label: "Credit note" }];
const screens: [address: string, path: string, key: string, record: object, title: string][] = [
  ["/accounts/samples", "/invoice/samples", "sample", { title: "Deposit" }, "Deposit"],
  ["/accounts/exam-fees", "/invoice/examFees", "fee", { title: "GCSE French", board: "AQA" }, "GCSE French (AQA)"],
  [
    "/accounts/mail-texts",
    "/invoices/templates",
    "text",
    { kind: "creditNote", words: { total: "of the invoice" } },
    "Credit note",
  ],
  [
    "/accounts/bank-accounts",
    "/invoices/bankaccounts",
    "account",
    { holder: "Staffroom Ltd", currency: "GBP" },
    "Staffroom Ltd, GBP",
  ],
  [
    "/accounts/exchange-rates",
    "/invoices/exchangerates",
    "rate",
    { currency: "EUR", month: "2026-03-01" },
    "Rate for EUR",
  ],
  ["/accounts/letterheads", "/invoices/letterheads", "letterhead", { name: "Staffroom Ltd" }, "Staffroom Ltd"],
];

it.each(screens)("%s: the one in the address opens next to the list", async (address, path, key, record, title) => {
  const server = fakeServer();
  serveList(server, path, [{ id: 3, note: "A row" }], {
    columns: [textColumn("note", "Note"), { name: "kind", title: "Kind", type: "select", options: kinds }],
  });
  server.on("GET", `${path}/3`, () => ({
    status: 200,
    body: { data: { id: 3, note: "Kept by accounting", moves: [], may: { edit: [] }, ...record } },
  }));
  server.on("GET", `${path}/fields`, () => ({
    status: 200,
    body: { data: { sections: [{ name: "one", title: "One", fields: [textColumn("note", "Note")] }] } },
  }));
  renderRoute(area, `${address}?${key}=3`);
  expect(await screen.findByText("A row")).toBeTruthy();
  expect(await screen.findByText(title)).toBeTruthy();
  expect(await screen.findByText("Kept by accounting")).toBeTruthy();
});

it("a letterhead shows its logo, which can be replaced", async () => {
  const server = fakeServer();
  const head = {
    id: 3,
    name: "Staffroom Ltd",
    colour: "#12404a",
    logo: "data:image/png;base64,AA==",
    moves: [],
    may: { edit: ["logo"] },
  };
  serveList(server, "/invoices/letterheads", [{ id: 3, name: "A row" }]);
  server.on("GET", "/invoices/letterheads/3", () => ({ status: 200, body: { data: head } }));
  server.on("GET", "/invoices/letterheads/fields", () => ({ status: 200, body: { data: { sections: [] } } }));
  server.on("PUT", "/invoices/letterheads/3", (call) => {
    head.logo = (call.body as { newValue: string }).newValue;
    return { status: 200, body: { data: { field: "logo", value: head.logo, modified: true } } };
  });
  renderRoute(area, "/accounts/letterheads?letterhead=3");
  const logo = (await screen.findByAltText("Logo of Staffroom Ltd")) as HTMLImageElement;
  expect(logo.src).toBe("data:image/png;base64,AA==");
  const box = screen.getByLabelText("Logo");
  await userEvent.upload(box, new File([new Uint8Array(200_000)], "huge.png", { type: "image/png" }));
  await waitFor(() =>
    expect(
      currentToasts()
        .map(({ text }) => text)
        .join(),
    ).toContain("huge.png is too large for a letterhead: at most 150 kB"),
  );
  expect(server.calls.some(({ method }) => method === "PUT")).toBe(false);
  await userEvent.upload(box, new File(["new"], "logo.png", { type: "image/png" }));
  await waitFor(() =>
    expect((screen.getByAltText("Logo of Staffroom Ltd") as HTMLImageElement).src).toBe("data:image/png;base64,bmV3"),
  );
  expect(server.calls.find(({ method }) => method === "PUT")?.body).toEqual({
    field: "logo",
    newValue: "data:image/png;base64,bmV3",
  });
});

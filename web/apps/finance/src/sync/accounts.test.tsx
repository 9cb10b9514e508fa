import type { Column, Field } from "@staffroom/contract";
import { fakeServer, renderRoute, serveList, signInAs, textColumn, type FakeServer } from "@staffroom/testing";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import area from "../area";

beforeEach(() => signInAs());

const text = (name: string, title: string) => ({ ...textColumn(name, title), sortable: true });
const rate: Column = { name: "VATRate", title: "VAT rate", type: "percent", sortable: true };
const subs = "/xero/org/sub-accounts";
const row = {
  id: 3,
  accountId: 472,
  account: "472 Examination fees",
  code: "B3",
  name: "Board fee, OCR",
  VATRate: 2000,
};

function serve(path: string, keeper: boolean, rows: object[], more: Column[] = []): FakeServer {
  const server = fakeServer();
  const fields: Field[] = [
    { ...textColumn("code", "Code"), required: true },
    { ...textColumn("name", "Name"), required: true },
  ];
  serveList(server, path, rows, {
    title: "Sub accounts",
    columns: [text("code", "Code"), text("name", "Name"), ...more],
    defaultSort: "code",
    tabs: [
      {
        name: "orgId",
        title: "Chart",
        options: [
          { value: 1, label: "Oxford" },
          { value: "", label: "All" },
        ],
      },
    ],
    may: { add: keeper, edit: keeper, delete: keeper, export: true },
    add: { path, fields },
    edit: { path: `${path}/{id}`, fields },
    delete: { path: `${path}/{id}` },
  });
  return server;
}

it("accounting sees sub accounts with their VAT rates, and deletes them after a question", async () => {
  const server = serve(subs, true, [row], [rate]);
  server.on("DELETE", `${subs}/3`, () => ({
    status: 409,
    body: { error: "This entry is still in use", code: "in_use" },
  }));
  renderRoute(area, "/accounts/xero-sub-accounts");
  expect(await screen.findByText("Board fee, OCR")).toBeTruthy();
  expect(screen.getByText(/^20(\.00)? ?%$/)).toBeTruthy();
  expect(screen.getByText(/^New /)).toBeTruthy();
  await userEvent.click(screen.getByText("EDIT"));
  await userEvent.click(screen.getAllByLabelText(/^Select (?!all)/)[0] as HTMLElement);
  await userEvent.click(screen.getByText("Delete"));
  await userEvent.click((await screen.findAllByText("Yes, delete")).at(-1) as HTMLElement);
  await waitFor(() =>
    expect(server.calls.some(({ method, path }) => method === "DELETE" && path === `${subs}/3`)).toBe(true),
  );
  // An account that is in use stays, and stays selected.
  expect(await screen.findByText("1 record(s) selected of 1")).toBeTruthy();
});

it("accounts are read-only without the right to change them", async () => {
  serve("/xero/org/accounts", false, [{ id: 472, code: "472", name: "Examination fees" }]);
  renderRoute(area, "/accounts/xero-accounts");
  expect(await screen.findByText("Examination fees")).toBeTruthy();
  expect(screen.queryByText("EDIT")).toBeNull();
  expect(screen.queryByText(/^New /)).toBeNull();
});

it("an empty chart of accounts says so", async () => {
  serve("/xero/org/accounts", true, []);
  renderRoute(area, "/accounts/xero-accounts");
  expect(await screen.findByText("This chart has no accounts yet.")).toBeTruthy();
});

import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { exampleParts } from "../editor/example-fields";
import { differences, provedRight, type Sync } from "./model";
import { SyncState } from "./sync-state";

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const base: Sync = { state: "inStep", lastTry: "2026-11-21T09:30:00Z", error: null, externalId: "a" };

beforeEach(() => signInAs());

function show(sync: Partial<Sync>) {
  const server = fakeServer();
  server.on("GET", "/invoice/parts/fields", () => ({ status: 200, body: { data: exampleParts } }));
  const onChanged = vi.fn();
  renderScreen(<SyncState invoiceId={7} sync={{ ...base, ...sync }} currency="GBP" onChanged={onChanged} />);
  return { server, onChanged };
}

describe("the state of an invoice in the accounting system", () => {
  it("a document in sync says so, and when it was last tried", async () => {
    show({});
    expect(await screen.findByText("In step")).toBeTruthy();
    expect(screen.getByText(/21\/11\/26 09:30/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Retry/ })).toBeNull();
  });

  it("a refused document shows the reason, and is retried", async () => {
    const { server, onChanged } = show({ state: "failed", error: "Account code '999' is not a valid code" });
    server.on("POST", "/invoice/7/sync/retry", () => ({ status: 200, body: { data: { state: "waiting" } } }));
    expect(screen.getByRole("alert").textContent).toContain("999");
    await user.click(screen.getByRole("button", { name: /Retry/ }));
    await waitFor(() => expect(onChanged).toHaveBeenCalled());
  });

  it("a conflict shows both sides and sends ours only after a question", async () => {
    const sides = { ours: { total: 10100, lines: [1, 2] }, theirs: { total: 9000, lines: [1] } };
    const { server, onChanged } = show({ state: "conflict", error: "It was changed there", ...sides });
    server.on("POST", "/invoice/7/sync/resolve", () => ({ status: 200, body: { data: { state: "waiting" } } }));
    expect(await screen.findByText("£101.00")).toBeTruthy();
    expect(screen.getByText("£90.00")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Take theirs" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Keep ours" }));
    expect(onChanged).not.toHaveBeenCalled();
    const [, yes] = screen.getAllByRole("button", { name: "Keep ours" });
    await user.click(yes as HTMLElement);
    await waitFor(() => expect(onChanged).toHaveBeenCalled());
    expect(server.calls.find((call) => call.path === "/invoice/7/sync/resolve")?.body).toEqual({ keep: "ours" });
  });

  it("theirs is only offered for a payment", () => {
    show({ state: "conflict", error: "deleted there", ours: { payment: "p", amount: 500 }, theirs: {} });
    expect(screen.getByRole("button", { name: "Take theirs" })).toBeTruthy();
  });
});

describe("what differs", () => {
  it("equal fields are left out", () => {
    const fields = exampleParts.sections.find(({ name }) => name === "compared")?.fields ?? [];
    const rows = differences(fields, { total: 1, date: "2026-01-01" }, { total: 2, date: "2026-01-01" });
    expect(rows.map(([{ name }, ours, theirs]) => [name, ours, theirs])).toEqual([["total", 1, 2]]);
  });

  it("a proof is correct if nothing differs, is missing or is duplicated", () => {
    const proof = {
      id: 1,
      started: "",
      finished: "",
      documents: 3,
      waiting: 1,
      difference: 0,
      missing: 0,
      duplicates: 0,
      rows: [],
    };
    expect(provedRight(proof)).toBe(true);
    expect(provedRight({ ...proof, duplicates: 1 })).toBe(false);
  });
});

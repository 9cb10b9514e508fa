import { fakeServer, renderRoute, serveList, signInAs, textColumn } from "@staffroom/testing";
import { currentToasts } from "@staffroom/ui";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import area from "../area";

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const approve = {
  name: "approve",
  title: "Approve",
  style: "primary",
  path: "/bills/3/approve",
  method: "POST",
  needs: [],
  confirm: {
    title: "Approve bill IS-1002 of Isis Cleaning for €5,040.00?",
    text: "It can be paid then, and no longer be changed.",
    yes: "Approve bill",
    no: "Go back",
  },
};
const bill = {
  id: 3,
  supplier: "Isis Cleaning",
  reference: "IS-1002",
  currency: "EUR",
  total: 5_040_00,
  status: "entered",
  enteredBy: "Anna Account",
  approvedBy: null,
  paidDate: null,
  moves: [approve],
  may: { edit: [] },
};
const toasts = () => currentToasts().map(({ text }) => text);

beforeEach(() => {
  window.location.hash = "#/accounts/bills"; // the home page shows fewer errors (platform.md 8)
  signInAs();
});

function show(address = "/accounts/bills?bill=3", rows: object[] = [bill]) {
  const server = fakeServer();
  let now: object = bill;
  serveList(server, "/bills", rows, { columns: [textColumn("supplier", "Supplier")] });
  server.on("GET", "/bills/3", () => ({ status: 200, body: { data: now } }));
  server.on("GET", "/bills/fields", () => ({
    status: 200,
    body: { data: { sections: [{ name: "bill", title: "Bill", fields: [textColumn("reference", "Reference")] }] } },
  }));
  return { server, set: (more: object) => (now = { ...bill, ...more }), ...renderRoute(area, address) };
}

it("a bill opens next to its list, with who entered it and its total", async () => {
  const { router } = show("/accounts/bills");
  await user.dblClick(await screen.findByText("Isis Cleaning"));
  expect(await screen.findByText("Isis Cleaning IS-1002")).toBeTruthy();
  expect(router.state.location.search).toBe("?bill=3");
  expect(screen.getByText("€5,040.00")).toBeTruthy();
  expect(screen.getByText("Anna Account")).toBeTruthy();
  expect(screen.queryByText("Approved by")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(router.state.location.search).toBe(""));
});

it("a bill is approved after a question, and bill and list are refetched", async () => {
  const { server, set } = show();
  server.on("POST", "/bills/3/approve", () => {
    set({ moves: [], approvedBy: "Fay Finance" });
    return { status: 200, body: { data: { status: "approved" } } };
  });
  await user.click(await screen.findByRole("button", { name: "Approve" }));
  const lists = server.calls.filter(({ path }) => path === "/bills").length;
  expect(await screen.findByText("It can be paid then, and no longer be changed.")).toBeTruthy();
  expect(server.calls.some(({ method }) => method === "POST")).toBe(false);
  await user.click(screen.getByRole("button", { name: "Approve bill" }));
  expect(await screen.findByText("Fay Finance")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
  await waitFor(() => expect(server.calls.filter(({ path }) => path === "/bills").length).toBeGreaterThan(lists));
});

it("a refused approval gives the reason, and the bill stays unchanged", async () => {
  const { server } = show();
  const refusal = "You entered this bill on 28/11/26, so somebody else approves it";
  server.on("POST", "/bills/3/approve", () => ({
    status: 409,
    body: { error: refusal, code: "conflict", requestId: "r" },
  }));
  await user.click(await screen.findByRole("button", { name: "Approve" }));
  await user.click(await screen.findByRole("button", { name: "Approve bill" }));
  await waitFor(() => expect(toasts()).toContain(`409: ${refusal}`));
  // The open question is in front of it, so it has no name there.
  expect(screen.getByText("Approve").closest("button")).toBeTruthy();
});

it("a bill that does not load says so, and can be retried", async () => {
  const { server } = show("/accounts/bills", []);
  expect(await screen.findByText("No bills here.")).toBeTruthy();
  let broken = true;
  server.on("GET", "/bills/4", () =>
    broken
      ? { status: 404, body: { error: "There is no such entry" } }
      : { status: 200, body: { data: { ...bill, id: 4 } } },
  );
  const { router } = renderRoute(area, "/accounts/bills?bill=4");
  expect(await screen.findByText("There is no such entry")).toBeTruthy();
  broken = false;
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("Isis Cleaning IS-1002")).toBeTruthy();
  expect(router.state.location.search).toBe("?bill=4");
});

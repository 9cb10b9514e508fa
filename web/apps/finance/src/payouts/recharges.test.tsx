import { fakeServer, renderRoute, serveList, signInAs, textColumn } from "@staffroom/testing";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import area from "../area";

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const settle = {
  name: "settle",
  title: "Mark as settled",
  style: "primary",
  path: "/recharges/4/settle",
  method: "POST",
  confirm: null,
  needs: [{ name: "settledDate", title: "Settled on", type: "date", required: true }],
};
const recharge = {
  id: 4,
  description: "Exam entries",
  status: "agreed",
  enteredBy: "Anna Account",
  agreedBy: "Fay Finance",
  settledDate: null,
  moves: [settle],
  may: { edit: [] },
};
const types = [
  { value: "exams", label: "Exams" },
  { value: "staff", label: "Staff" },
];

beforeEach(() => signInAs());

function show(address: string) {
  const server = fakeServer();
  let now: object = recharge;
  serveList(server, "/recharges", [recharge], {
    columns: [textColumn("description", "Description")],
    filters: [{ name: "type", title: "Type", type: "select", options: types }],
  });
  server.on("GET", "/recharges/4", () => ({ status: 200, body: { data: now } }));
  server.on("GET", "/recharges/fields", () => ({ status: 200, body: { data: { sections: [] } } }));
  return { server, set: (more: object) => (now = { ...recharge, ...more }), ...renderRoute(area, address) };
}
const asked = (server: ReturnType<typeof fakeServer>) =>
  server.calls.filter(({ path }) => path === "/recharges").at(-1)?.query;

it.each(["/finance/recharge", "/finance/recharge/all"])("%s: of every type, with a filter for it", async (address) => {
  const { server } = show(address);
  await screen.findByText("Exam entries");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Recharges");
  expect(asked(server)).not.toHaveProperty("type");
  expect(screen.getByRole("button", { name: "Type" })).toBeTruthy();
});

it("the type in the address is not offered as a filter", async () => {
  const { server } = show("/finance/recharge/exams");
  await screen.findByText("Exam entries");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Recharges: exams");
  expect(asked(server)).toMatchObject({ type: "exams" });
  expect(screen.queryByRole("button", { name: "Type" })).toBeNull();
});

it("a recharge is settled on a required day", async () => {
  const { server, set } = show("/finance/recharge/all?recharge=4");
  server.on("POST", "/recharges/4/settle", () => {
    set({ status: "settled", settledDate: "2026-11-20", moves: [] });
    return { status: 200, body: { data: { status: "settled" } } };
  });
  await user.click(await screen.findByRole("button", { name: "Mark as settled" }));
  const submit = () => screen.getAllByRole("button", { name: "Mark as settled" }).at(-1) as HTMLElement;
  await user.click(submit());
  expect(await screen.findByText("Field is required")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "OK" }));
  await user.type(screen.getByLabelText("Settled on"), "20/11/26{Enter}");
  await user.click(submit());
  await waitFor(() => expect(screen.getByText("20/11/26")).toBeTruthy());
  expect(server.calls.find(({ path }) => path === "/recharges/4/settle")?.body).toEqual({ settledDate: "2026-11-20" });
});

import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import type { Move } from "@staffroom/contract";
import { currentToasts } from "@staffroom/ui";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { Moves, MovesMenu } from "./moves";

beforeEach(() => signInAs());

const plain: Move = {
  name: "approve",
  title: "Approve",
  done: "Slip approved",
  style: "primary",
  confirm: null,
  path: "/slip/1/approve",
  method: "POST",
  needs: [],
  key: "",
  undo: false,
};
const asked: Move = {
  ...plain,
  name: "void",
  title: "Void",
  style: "danger",
  confirm: { title: "Void INV-1 for £20.00?", text: "It cannot be undone.", yes: "Void invoice", no: "Keep invoice" },
  path: "/slip/1/void",
};
const needy: Move = {
  ...plain,
  name: "reject",
  title: "Reject",
  path: "/slip/1/reject",
  needs: [{ name: "reason", title: "Reason", type: "text", required: true }],
};

function show(...moves: Move[]) {
  const server = fakeServer();
  for (const move of moves)
    server.on(move.method, move.path, () => ({ status: 200, body: { data: { done: move.name } } }));
  const onDone = vi.fn();
  renderScreen(<Moves moves={moves} onDone={onDone} />);
  return { server, onDone };
}

it("a move makes its call", async () => {
  const { onDone } = show(plain);
  await userEvent.click(screen.getByRole("button", { name: "Approve" }));
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(plain, { done: "approve" }));
});

it("a move with a question asks first", async () => {
  const { server, onDone } = show(asked);
  await userEvent.click(screen.getByRole("button", { name: "Void" }));
  expect(await screen.findByText("It cannot be undone.")).toBeTruthy();
  expect(screen.getAllByText("Void INV-1 for £20.00?")).not.toHaveLength(0);
  expect(screen.getByRole("button", { name: "Void invoice" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Keep invoice" }));
  expect(server.calls).toHaveLength(0);
  expect(onDone).not.toHaveBeenCalled();
});

it("a move asks for the values it needs", async () => {
  const { server, onDone } = show(needy);
  await userEvent.click(screen.getByRole("button", { name: "Reject" }));
  await userEvent.type(await screen.findByLabelText(/^Reason/), "Too short");
  await userEvent.click(screen.getAllByRole("button", { name: "Reject" }).at(-1) as HTMLElement);
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(server.calls.at(-1)?.body).toEqual({ reason: "Too short" });
});

it("a move that needs values asks only in their form", async () => {
  const confirm = {
    title: "Reject INV-1 for £20.00?",
    text: "It goes back.",
    yes: "Reject invoice",
    no: "Keep invoice",
  };
  const { server, onDone } = show({ ...needy, confirm });
  await userEvent.click(screen.getByRole("button", { name: "Reject" }));
  expect(await screen.findByRole("dialog", { name: confirm.title })).toBeTruthy();
  expect(screen.getByText("It goes back.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Keep invoice" })).toBeTruthy();
  await userEvent.type(screen.getByLabelText(/^Reason/), "Too short");
  await userEvent.click(screen.getByRole("button", { name: "Reject invoice" }));
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(server.calls.map(({ method }) => method)).toEqual(["POST"]);
});

it("the moves are offered as a menu", async () => {
  const { server } = show();
  server.on("POST", plain.path, () => ({ status: 200, body: { data: {} } }));
  const onDone = vi.fn();
  renderScreen(
    <MovesMenu moves={[plain]} onDone={onDone}>
      Set status
    </MovesMenu>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Set status" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Approve" }));
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(plain, {}));
});

it("the reason for having no moves is shown", async () => {
  renderScreen(
    <MovesMenu moves={[]} onDone={vi.fn()} refusal="Not now">
      Set status
    </MovesMenu>,
  );
  const button = screen.getByRole("button", { name: "Set status" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(button);
  expect((await screen.findByRole("tooltip")).textContent).toBe("Not now");
});

it("a reversible move offers Undo, and the record is fetched again", async () => {
  const server = fakeServer();
  server.on("POST", plain.path, () => ({
    status: 200,
    body: { data: { id: 1, status: "approved", undo: "/slip/1/approve/undo" } },
  }));
  server.on("POST", "/slip/1/approve/undo", () => ({ status: 200, body: { data: { id: 1, status: "checked" } } }));
  const onDone = vi.fn();
  renderScreen(<Moves moves={[plain]} onDone={onDone} />);
  await userEvent.click(screen.getByRole("button", { name: "Approve" }));
  await waitFor(() =>
    expect(currentToasts().map(({ text, action }) => [text, action?.label])).toEqual([["Slip approved", "Undo"]]),
  );
  currentToasts()[0]?.action?.run();
  await waitFor(() => expect(onDone).toHaveBeenLastCalledWith(plain, { id: 1, status: "checked" }));
  expect(currentToasts().map(({ text }) => text)).toContain("Approve: undone");
});

it("a move asks only after the record's own check, whose refusal is a popup with the server's title", async () => {
  const { server, onDone } = show();
  const checked: Move = {
    ...asked,
    name: "submit",
    title: "Submit",
    style: "primary",
    path: "/slip/1/submit",
    checks: true,
  };
  let lacks = true;
  server.on("POST", checked.path, () =>
    lacks
      ? { status: 422, body: { error: "Please set student timekeeping", title: "Timekeeping", code: "invalid" } }
      : { status: 200, body: { data: { id: 1 } } },
  );
  renderScreen(<Moves moves={[checked]} onDone={onDone} />);
  await userEvent.click(screen.getByRole("button", { name: "Submit" }));
  const popup = await screen.findByRole("dialog");
  expect(popup.textContent).toContain("Timekeeping");
  expect(popup.textContent).toContain("Please set student timekeeping");
  expect(screen.queryByText("It cannot be undone.")).toBeNull();
  expect(currentToasts()).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "OK" }));
  lacks = false;
  // By its text: jsdom does not end animations, so a closed popup still hides the roles below it.
  await userEvent.click(screen.getByText("Submit"));
  expect(await screen.findByText("It cannot be undone.")).toBeTruthy();
  expect(server.calls.map(({ query }) => query.dryRun)).toEqual(["true", "true"]);
  await userEvent.click(screen.getByRole("button", { name: "Void invoice" }));
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(server.calls.at(-1)?.query.dryRun).toBeUndefined();
});

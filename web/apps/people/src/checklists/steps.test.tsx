import type { Move } from "@staffroom/contract";
import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { ChecklistStep } from "../types";
import { Steps } from "./steps";

const done = {
  name: "done",
  title: "Done",
  style: "default",
  needs: [],
  confirm: null,
  path: "/checklists/items/4/done",
  method: "POST",
  key: "",
  done: "Call is done",
  undo: false,
} as unknown as Move;
const step: ChecklistStep = {
  id: 4,
  place: 1,
  title: "Call the family",
  help: "",
  owner: "staff",
  needs: "none",
  field: "",
  formId: null,
  waits: false,
  waitsFor: [],
  status: "open",
  blocked: false,
  due: "2020-01-31",
  doneByName: "",
  done: null,
  skippedReason: "",
  signature: "",
  evidenceIds: [],
  moves: [done],
};

beforeEach(() => signInAs("staff"));

function show(...steps: ChecklistStep[]) {
  const server = fakeServer();
  const fields = [
    { name: "owner", title: "Who does it", type: "select", options: [{ value: "staff", label: "All staff" }] },
  ];
  server.on("GET", "/checklists/items/fields", () => ({
    status: 200,
    body: { data: { sections: [{ name: "step", title: "Step", fields }] } },
  }));
  server.on("POST", "/checklists/items/4/done", () => ({ status: 200, body: { data: { id: 4, status: "done" } } }));
  const reload = vi.fn();
  renderScreen(<Steps steps={steps} reload={reload} />);
  return reload;
}

it("a step shows its owner and that it is overdue, and reloads after it is done", async () => {
  const reload = show(step);
  expect(await screen.findByText("All staff")).toBeTruthy();
  expect(screen.getByText("Overdue since 31/01/20")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Done" }));
  await vi.waitFor(() => expect(reload).toHaveBeenCalled());
});

it("a step shows what it waits for, and another who did it", async () => {
  show(
    { ...step, title: "Sign the terms" },
    { ...step, id: 6, place: 2, title: "See a passport", moves: [] },
    { ...step, id: 7, place: 3, blocked: true, waits: true, waitsFor: [1], moves: [] },
    {
      ...step,
      id: 5,
      place: 4,
      status: "skipped",
      doneByName: "Mia Wood",
      skippedReason: "Agreed by telephone",
      moves: [],
    },
  );
  expect(await screen.findByText("Waits for Sign the terms, See a passport")).toBeTruthy();
  expect(screen.getByText(/Skipped by Mia Wood/)).toBeTruthy();
});

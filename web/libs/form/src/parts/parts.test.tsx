import type { RecordData } from "@staffroom/contract";
import { currentToasts, dismissToast } from "@staffroom/ui";
import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Parts } from "./parts";

type Step = { id: number; title: string };
const steps: Step[] = ["Read", "Write", "Check"].map((title, at) => ({ id: at + 1, title }));
const path = "/plans/9/step/order";
type Answering = () => { status: number; body: object };

/** The steps of a plan; the record has a new order once it is read again. */
function Steps({ after, mayChange = true }: { after?: readonly Step[]; mayChange?: boolean }) {
  const [rows, setRows] = useState<readonly Step[]>(steps);
  return (
    <Parts
      thing="/step"
      rows={rows}
      columns={["title"]}
      to="/plans/9/step"
      order={path}
      noun="step"
      nameOf={({ title }) => title}
      mayChange={mayChange}
      empty="No steps."
      onChanged={() => Promise.resolve(after && setRows(after))}
    />
  );
}

const accepted: Answering = () => ({ status: 200, body: { data: { ids: [] } } });

function show(shown = <Steps />, answer = accepted) {
  const server = fakeServer();
  server.on("GET", "/step/fields", () => ({
    status: 200,
    body: {
      data: {
        sections: [
          { name: "step", title: "Step", fields: [{ name: "title", title: "Title", type: "text", required: true }] },
        ],
      },
    },
  }));
  server.on("POST", path, answer);
  renderScreen(shown);
  return () => server.calls.filter((call) => call.path === path).map(({ body }) => body);
}

const rows = () => screen.getAllByRole("row").slice(1);
const titles = () => rows().map((row) => within(row).getAllByRole("cell")[1]?.textContent);
const data = { effectAllowed: "", setData: () => undefined, setDragImage: () => undefined };

beforeEach(() => {
  signInAs();
  window.location.hash = "#/some/screen";
});
afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
});

it("Alt with an arrow moves a row and announces its new place", async () => {
  const sent = show(<Steps after={[steps[1], steps[0], steps[2]] as Step[]} />);
  await screen.findByText("Read");
  fireEvent.keyDown(screen.getByRole("button", { name: "Move Read" }), { key: "ArrowDown", altKey: true });
  await waitFor(() => expect(sent()).toEqual([{ ids: [2, 1, 3] }]));
  expect(screen.getByRole("status").textContent).toBe("Step 2 of 3");
  await waitFor(() => expect(titles()).toEqual(["Write", "Read", "Check"]));
});

it("dragging moves a row, which is in its place before the server answers", async () => {
  const sent = show(<Steps after={[steps[2], steps[0], steps[1]] as Step[]} />);
  await screen.findByText("Read");
  fireEvent.dragStart(screen.getByRole("button", { name: "Move Check" }), { dataTransfer: data });
  fireEvent.dragOver(rows()[0] as Element);
  expect(titles()).toEqual(["Check", "Read", "Write"]);
  fireEvent.drop(rows()[0] as Element);
  await waitFor(() => expect(sent()).toEqual([{ ids: [3, 1, 2] }]));
  expect(titles()).toEqual(["Check", "Read", "Write"]);
});

it("a refused order is restored, and no call is made at the end of the table", async () => {
  const sent = show(<Steps />, () => ({
    status: 409,
    body: { error: "The steps have changed since, please try again", code: "changed_meanwhile" },
  }));
  await screen.findByText("Read");
  fireEvent.keyDown(screen.getByRole("button", { name: "Move Check" }), { key: "ArrowDown", altKey: true });
  fireEvent.keyDown(screen.getByRole("button", { name: "Move Check" }), { key: "ArrowUp", altKey: true });
  await waitFor(() => expect(sent()).toEqual([{ ids: [1, 3, 2] }]));
  await waitFor(() =>
    expect(currentToasts().map(({ text }) => text)).toEqual(["409: The steps have changed since, please try again"]),
  );
  await waitFor(() => expect(titles()).toEqual(["Read", "Write", "Check"]));
});

it("arrow keys alone move from row to row", async () => {
  const sent = show();
  await screen.findByText("Read");
  screen.getByRole("button", { name: "Move Read" }).focus();
  fireEvent.keyDown(document.activeElement as Element, { key: "ArrowDown" });
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Move Write");
  expect(sent()).toEqual([]);
});

it("a read-only record has no handles", async () => {
  show(<Steps mayChange={false} />);
  await screen.findByText("Read");
  expect(screen.queryByRole("button")).toBeNull();
});

it("choices of the parent record are requested, and again after a change", async () => {
  const server = fakeServer();
  const waits = { name: "waitsFor", title: "Waits for", type: "multiselect", optionsFrom: "/plans/{id}/steps" };
  server.on("GET", "/step/fields", () => ({
    status: 200,
    body: { data: { sections: [{ name: "step", title: "Step", fields: [waits] }] } },
  }));
  server.on("GET", "/plans/9/steps", () => ({ status: 200, body: { data: [{ value: 1, label: "Read" }] } }));
  server.on("DELETE", "/step/2", () => ({ status: 200, body: { data: { id: 2 } } }));
  const asked = () => server.calls.filter((call) => call.path === "/plans/9/steps").length;
  const rows = [{ id: 2, title: "Write", waitsFor: [1] }];
  renderScreen(
    <Parts
      thing="/step"
      record={{ id: 9 } as RecordData}
      rows={rows}
      columns={["waitsFor"]}
      to="/plans/9/step"
      noun="step"
      nameOf={({ title }) => title}
      mayChange
      empty="No steps."
      onChanged={() => undefined}
    />,
  );
  await screen.findByText("Read");
  const before = asked();
  fireEvent.click(screen.getByRole("button", { name: "Delete Write" }));
  fireEvent.click(await screen.findByRole("button", { name: "Yes, delete" }));
  await waitFor(() => expect(asked()).toBeGreaterThan(before));
});

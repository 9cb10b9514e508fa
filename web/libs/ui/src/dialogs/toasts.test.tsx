import { ApiError } from "@staffroom/api";
import { renderScreen } from "@staffroom/testing";
import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { currentToasts, dismissToast, isUndoable, toast, Toaster } from "./toasts";

// The home page shows no refusals.
beforeEach(() => {
  window.location.hash = "#/students/list";
});

const failed = (status: number, error: string) =>
  new ApiError({
    status,
    message: "",
    body: { error, code: "x", requestId: "r" },
    request: { method: "GET", path: "/x", headers: {} },
  });

it("at most two toasts are shown; one with the only access to an action waits for a place", () => {
  renderScreen(<Toaster />);
  act(() => {
    toast.ready("Export ready: students.xlsx", { label: "Download", run: () => undefined });
    for (const text of ["One", "Two", "Three"]) toast.success(text);
  });
  expect(screen.getAllByRole("status").map((item) => item.querySelector(".sr-toast-text")?.textContent)).toEqual([
    "Two",
    "Three",
  ]);
  act(() =>
    currentToasts()
      .slice(-2)
      .forEach(({ id }) => dismissToast(id)),
  );
  expect(screen.getByText("Export ready: students.xlsx")).toBeTruthy();
});

it("equal toasts are merged and counted", () => {
  renderScreen(<Toaster />);
  act(() => {
    for (let time = 0; time < 3; time += 1) toast.error(failed(500, "Broken"));
    toast.error(
      new ApiError({ status: 0, message: "one", body: null, request: { method: "GET", path: "/a", headers: {} } }),
    );
    toast.error(Object.assign(new Error("Loading chunk 7 failed"), { name: "ChunkLoadError" }));
  });
  expect(currentToasts().map(({ text, times }) => [text, times])).toEqual([
    ["500: Broken", 3],
    ["The server cannot be reached", 2],
  ]);
  expect(screen.getByText("3 times")).toBeTruthy();
  expect(document.body.textContent).not.toContain("chunk");
});

it("Undo is offered only for the last action, for ten seconds", () => {
  const undo = vi.fn();
  renderScreen(<Toaster />);
  act(() => {
    toast.undoable("Surname changed", () => undo("surname"), { subject: "/students/1#surname" });
    toast.undoable("First name changed", () => undo("first"), { subject: "/students/1#first" });
  });
  expect(isUndoable("/students/1#surname")).toBe(false);
  expect(isUndoable("/students/1#first")).toBe(true);
  expect(
    currentToasts()
      .filter(({ action }) => action?.label === "Undo")
      .map(({ text, seconds }) => [text, seconds]),
  ).toEqual([["First name changed", 10]]);
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(undo.mock.calls).toEqual([["first"]]);
  expect(isUndoable("/students/1#first")).toBe(false);
});

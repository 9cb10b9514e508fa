import { ApiError } from "@staffroom/api";
import { renderScreen } from "@staffroom/testing";
import { act, screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { freePlace } from "./toast-corner";
import { currentToasts, dismissToast, toast, Toaster } from "./toasts";

// The home page says nothing of refusals.
beforeEach(() => { window.location.hash = "#/students/list"; });

const failed = (status: number, error: string) =>
  new ApiError({ status, message: "", body: { error, code: "x", requestId: "r" }, request: { method: "GET", path: "/x", headers: {} } });

it("shows two at most; what can only be done from here waits for its place", () => {
  renderScreen(<Toaster />);
  act(() => {
    toast.ready("Export ready: students.xlsx", { label: "Download", run: () => undefined });
    for (const text of ["One", "Two", "Three"]) toast.success(text);
  });
  expect(screen.getAllByRole("status").map((item) => item.querySelector(".sr-toast-text")?.textContent)).toEqual(["Two", "Three"]);
  act(() => currentToasts().slice(-2).forEach(({ id }) => dismissToast(id)));
  expect(screen.getByText("Export ready: students.xlsx")).toBeTruthy();
});

it("says the same thing once, and how often", () => {
  renderScreen(<Toaster />);
  act(() => {
    for (let time = 0; time < 3; time += 1) toast.error(failed(500, "Broken"));
    toast.error(new ApiError({ status: 0, message: "one", body: null, request: { method: "GET", path: "/a", headers: {} } }));
    toast.error(Object.assign(new Error("Loading chunk 7 failed"), { name: "ChunkLoadError" }));
  });
  expect(currentToasts().map(({ text, times }) => [text, times])).toEqual([["500: Broken", 3], ["The server cannot be reached", 2]]);
  expect(screen.getByText("3 times")).toBeTruthy();
  expect(document.body.textContent).not.toContain("chunk");
});

it("stands in the lower right corner, above or beside what people aim at", () => {
  const view = { width: 1000, height: 800 };
  const size = { width: 300, height: 40 };
  const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });
  expect(freePlace(size, view, [])).toEqual({ right: 12, bottom: 12 });
  // A foot with buttons in the corner: above it.
  expect(freePlace(size, view, [box(900, 750, 990, 780)])).toEqual({ right: 12, bottom: 56 });
  // A column of buttons along the whole edge: beside it.
  expect(freePlace(size, view, [box(950, 0, 990, 800)])).toEqual({ right: 52, bottom: 12 });
  // No place at all: the corner.
  expect(freePlace(size, view, [box(0, 0, 1000, 800)])).toEqual({ right: 12, bottom: 12 });
});

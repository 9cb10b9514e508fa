import { useKeyHelp, type KeyHelp } from "@staffroom/ui";
import { renderScreen } from "@staffroom/testing";
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { KeysDialog } from "./keys";

const keys: readonly KeyHelp[] = [[["Shift", "L"], "Remind all who are late"]];
function Late() {
  useKeyHelp(keys);
  return null;
}

it("the screen's keys are above the general ones", async () => {
  renderScreen(
    <>
      <Late />
      <Late />
      <KeysDialog open onClose={vi.fn()} />
    </>,
  );
  expect(await screen.findByRole("heading", { name: "On this screen" })).toBeTruthy();
  expect(screen.getAllByText("Remind all who are late")).toHaveLength(1);
  expect(screen.getByRole("heading", { name: "Everywhere" })).toBeTruthy();
});

it("a screen without keys has no section", async () => {
  renderScreen(<KeysDialog open onClose={vi.fn()} />);
  expect(await screen.findByText("Go home")).toBeTruthy();
  expect(screen.queryByRole("heading", { name: "On this screen" })).toBeNull();
});

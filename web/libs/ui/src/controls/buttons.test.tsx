import { forgetEverything, renderScreen } from "@staffroom/testing";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { Dialog } from "../dialogs/dialog";
import { DialogButton } from "../dialogs/dialog-button";
import { currentToasts } from "../dialogs/toasts";
import { ActionButton } from "./action-button";
import { FileButton } from "./file-button";

afterEach(forgetEverything);

it("a button runs its command once until it is done, and shows an error", async () => {
  let finish = (_: Error) => undefined as void;
  const run = vi.fn(() => new Promise((_, fail) => (finish = fail)));
  renderScreen(<ActionButton run={run}>Send</ActionButton>);
  const button = screen.getByRole("button", { name: "Send" });
  await userEvent.click(button);
  await userEvent.click(button);
  expect(run).toHaveBeenCalledTimes(1);
  finish(new Error("Not taken"));
  await waitFor(() => expect(currentToasts().map(({ text }) => text)).toContain("Not taken"));
  await waitFor(() => expect(button.className).not.toContain("loading"));
});

it("a refused button does nothing", async () => {
  const run = vi.fn(async () => undefined);
  renderScreen(
    <>
      <ActionButton refusal="Choose one first" run={run}>
        Send
      </ActionButton>
      <DialogButton label="Open" refusal="Not yet">
        {() => <p>Inside</p>}
      </DialogButton>
    </>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  expect(run).not.toHaveBeenCalled();
  expect(screen.queryByText("Inside")).toBeNull();
});

it("a dialog is rendered while it is open", async () => {
  renderScreen(
    <DialogButton label="Open">
      {(close) => (
        <button type="button" onClick={close}>
          Close
        </button>
      )}
    </DialogButton>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("button", { name: "Close" })).toBeNull();
});

it("the focus returns to the button of a dialog that is removed", async () => {
  renderScreen(
    <DialogButton label="Open">
      {(close) => (
        <Dialog open title="Entries" onCancel={close} footer={null}>
          <button type="button" onClick={close}>
            Done
          </button>
        </Dialog>
      )}
    </DialogButton>,
  );
  const button = screen.getByRole("button", { name: "Open" });
  await userEvent.click(button);
  await userEvent.click(screen.getByRole("button", { name: "Done" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it("the same file can be chosen again", async () => {
  const read = vi.fn();
  renderScreen(<FileButton label="Choose file" inputLabel="A file" accept=".json" onFile={read} />);
  const file = new File(["{}"], "one.json", { type: "application/json" });
  const input = screen.getByLabelText<HTMLInputElement>("A file");
  await userEvent.upload(input, file);
  await userEvent.upload(input, file);
  expect(read).toHaveBeenCalledTimes(2);
});

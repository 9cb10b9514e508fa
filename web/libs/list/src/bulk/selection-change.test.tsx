import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { SelectionChange } from "./selection-change";

beforeEach(() => {
  signInAs();
  sessionStorage.clear();
});

it("a value is previewed, saved to the selected records, and can be undone", async () => {
  const server = fakeServer();
  server.on("POST", "/bills/edits/preview", () => ({
    status: 200,
    body: { data: { count: 5, possible: 3, unchanged: 1, refusals: [{ text: "This bill is paid", count: 1 }] } },
  }));
  server.on("POST", "/bills/edits", () => ({ status: 202, body: { data: { id: "finance-9" } } }));
  server.on("GET", "/jobs/finance-9", () => ({
    status: 200,
    body: {
      data: { id: "finance-9", state: "done", done: 5, total: 5, error: null, result: { moved: 4, refusals: [] } },
    },
  }));
  const onChanged = vi.fn();
  renderScreen(
    <SelectionChange
      fields={[{ name: "reference", title: "Reference", type: "text", required: false }]}
      path="/bills"
      choice={{ query: { status: "draft" } }}
      onChanged={onChanged}
    />,
  );
  await userEvent.click(screen.getByRole("button", { name: "Change field…" }));
  const dialog = await screen.findByRole("dialog", { name: "Change a field" });
  await userEvent.click(within(dialog).getByRole("combobox", { name: "Field" }));
  await userEvent.click(await screen.findByTitle("Reference"));
  await userEvent.type(await within(dialog).findByRole("textbox", { name: "Reference" }), "A-1");
  await userEvent.click(within(dialog).getByRole("button", { name: "Preview" }));
  expect((await within(dialog).findByRole("status")).textContent).toBe(
    "3 of 5 records will be changed. 1 record has this value already.",
  );
  expect(dialog.textContent).toContain("1 record: This bill is paid");
  await userEvent.click(within(dialog).getByRole("button", { name: "Change 3 records" }));
  await waitFor(() => expect(onChanged).toHaveBeenCalledWith(new Set()), { timeout: 5000 });
  expect(server.calls.find(({ path }) => path === "/bills/edits")?.body).toEqual({
    field: "reference",
    value: "A-1",
    query: { status: "draft" },
  });
});

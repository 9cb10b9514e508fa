import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { currentToasts } from "@staffroom/ui";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { FormButton } from "./button";

beforeEach(() => signInAs());

it("the button opens its form, sends it, and closes it once the call succeeded", async () => {
  const server = fakeServer();
  const done = vi.fn();
  server.on("POST", "/things", () => ({
    status: 422,
    body: { error: "Too short", code: "refused", fields: { title: "Too short" } },
  }));
  renderScreen(
    <FormButton
      label="Add thing"
      fields={[{ name: "title", title: "Title", type: "text" }]}
      to="/things"
      notice="Thing added"
      onDone={done}
    />,
  );
  await userEvent.click(screen.getByRole("button", { name: "Add thing" }));
  await userEvent.type(await screen.findByLabelText("Title"), "Chair");
  await userEvent.click(document.querySelector("[type=submit]") as HTMLElement);
  expect(await screen.findByText("Too short")).toBeTruthy();
  expect(done).not.toHaveBeenCalled();

  server.on("POST", "/things", () => ({ status: 201, body: { data: { id: 4 } } }));
  await userEvent.click(screen.getByText("OK"));
  await userEvent.click(document.querySelector("[type=submit]") as HTMLElement);
  await waitFor(() => expect(done).toHaveBeenCalledWith({ id: 4 }));
  expect(currentToasts().map(({ text }) => text)).toEqual(["Thing added"]);
});

it("the form waits for its fields", () => {
  fakeServer();
  renderScreen(<FormButton label="Add thing" fields={undefined} to="/things" onDone={vi.fn()} />);
  expect((screen.getByRole("button", { name: "Add thing" }) as HTMLButtonElement).disabled).toBe(true);
});

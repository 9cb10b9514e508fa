import { fakeServer, forgetEverything, renderScreen, signInAs } from "@staffroom/testing";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Definition, FormRecord } from "../types";
import { FormScreen } from "./screens";

const definition: Definition = {
  settings: { reviewed: true },
  pages: [
    {
      id: "page1",
      title: "You",
      fields: [
        { id: "fname1", type: "text", title: "Name" },
        { id: "fstay1", type: "yesno", title: "Will you stay?" },
      ],
    },
  ],
};
const publish = {
  name: "publish",
  title: "Publish",
  method: "POST",
  path: "/form/3/publish",
  needs: [],
  style: "primary",
  done: "Trip published",
};

beforeEach(() => signInAs());
afterEach(forgetEverything);

function show(refuse: (sent: Definition) => Record<string, string> = () => ({})) {
  const server = fakeServer();
  const state = {
    form: {
      id: 3,
      title: "Trip",
      kind: "consent",
      generation: 2,
      status: "draft",
      draft: definition,
      version: 1,
      moves: [publish],
    } as unknown as FormRecord,
    puts: 0,
  };
  server.on("GET", "/form/3", () => ({ status: 200, body: { data: state.form } }));
  server.on("PUT", "/form/3/draft", ({ body }) => {
    const sent = body as { definition: Definition; version: number };
    state.puts += 1;
    if (sent.version !== state.form.version)
      return { status: 409, body: { error: "Changed", code: "changed_meanwhile" } };
    const fields = refuse(sent.definition);
    if (Object.keys(fields).length)
      return { status: 422, body: { error: "Please check for errors in the form", title: "Form errors", fields } };
    state.form = { ...state.form, draft: sent.definition, version: sent.version + 1 };
    return {
      status: 200,
      body: { data: { version: state.form.version, modified: "2026-11-29T20:00:00Z", draft: sent.definition } },
    };
  });
  server.on("POST", "/form/3/publish", () => {
    state.form = { ...state.form, status: "published", version: state.form.version + 1 };
    return { status: 200, body: { data: { id: 3 } } };
  });
  renderScreen(<FormScreen />, { path: "/admin/forms/:formId/:tab?", address: "/admin/forms/3" });
  return { state, server, user: userEvent.setup() };
}
const titles = () =>
  within(screen.getByRole("navigation", { name: "Pages and fields" }))
    .getAllByRole("button", { pressed: false })
    .map(({ textContent }) => textContent);

it("a field is added, changed, shown by condition, and the draft saved", async () => {
  const { state, user } = show();
  await user.click(await screen.findByRole("button", { name: "Add field" }));
  await user.click(await screen.findByText("Whole number"));
  const question = await screen.findByLabelText("Question");
  fireEvent.change(question, { target: { value: "Nights" } });
  const shownIf = screen.getByRole("group", { name: "Shown if" });
  await user.click(within(shownIf).getByRole("button", { name: "Set condition" }));
  expect(within(shownIf).getByText("“Name” is answered")).toBeTruthy();
  await waitFor(
    () =>
      expect(state.form.draft.pages[0]?.fields[2]).toMatchObject({
        type: "integer",
        title: "Nights",
        shownIf: { field: "fname1", operator: "filled" },
      }),
    { timeout: 4000 },
  );
  const preview = screen.getByRole("region", { name: "Preview" });
  expect(within(preview).queryByLabelText("Nights")).toBeNull();
  await user.type(within(preview).getByLabelText("Name"), "A");
  expect(await within(preview).findByLabelText("Nights")).toBeTruthy();
});

it("Alt with an arrow moves a field, with undo and redo", async () => {
  const { user } = show();
  const name = await screen.findByRole("button", { name: "Name" });
  fireEvent.keyDown(name, { key: "ArrowDown", altKey: true });
  expect(titles().slice(-2)).toEqual(["Will you stay?", "Name"]);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(titles().slice(-2)).toEqual(["Name", "Will you stay?"]);
  await user.click(screen.getByRole("button", { name: "Redo" }));
  expect(titles().slice(-2)).toEqual(["Will you stay?", "Name"]);
});

it("the server's problems are shown in place, and publishing works once they are fixed", async () => {
  const { state, user } = show((sent): Record<string, string> =>
    sent.pages[0]?.fields[0]?.title ? {} : { "pages.0.fields.0.title": "Field is required" },
  );
  await user.click(await screen.findByRole("button", { name: "Name" }));
  await user.clear(screen.getByLabelText("Question"));
  expect(await screen.findByText("Field is required", {}, { timeout: 4000 })).toBeTruthy();
  expect(screen.getByText("Not saved: 1 place needs correcting")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Publish" }).getAttribute("aria-description")).toBe(
    "Correct the marked places first",
  );
  await user.type(screen.getByLabelText("Question"), "Full name");
  await waitFor(() => expect(state.form.draft.pages[0]?.fields[0]?.title).toBe("Full name"), { timeout: 4000 });
  await waitFor(() => expect(screen.getByRole("button", { name: "Publish" }).getAttribute("aria-disabled")).toBeNull());
  await user.click(screen.getByRole("button", { name: "Publish" }));
  await waitFor(() => expect(state.form.status).toBe("published"));
});

it("a draft that another user saved meanwhile asks which one to keep", async () => {
  const { state, user } = show();
  await user.click(await screen.findByRole("button", { name: "Name" }));
  state.form = { ...state.form, version: 9 };
  await user.type(screen.getByLabelText("Question"), "!");
  await user.click(await screen.findByRole("button", { name: "Save mine" }, { timeout: 4000 }));
  await waitFor(() => expect(state.form.draft.pages[0]?.fields[0]?.title).toBe("Name!"));
});

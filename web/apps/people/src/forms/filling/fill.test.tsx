import { fakeServer, forgetEverything, renderScreen, signInAs } from "@staffroom/testing";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Definition, Entry, FormField } from "../types";
import { EntryScreen } from "./screens";

const field = (id: string, more: Partial<FormField> = {}): FormField => ({ id, type: "text", title: id, ...more });
const definition: Definition = {
  settings: { thanks: "See you in September." },
  pages: [
    {
      id: "p1",
      title: "You",
      fields: [
        field("fname", { title: "Name", required: true }),
        field("fstay", { title: "Will you stay?", type: "yesno" }),
      ],
    },
    {
      id: "p2",
      title: "Stay",
      shownIf: { field: "fstay", operator: "is", value: true },
      fields: [
        field("frows", {
          title: "Guest",
          type: "repeat",
          fields: [field("fnights", { title: "Nights", type: "integer", required: true })],
        }),
        field("ftotal", { title: "All nights", type: "calculated", formula: "sum(fnights)" }),
        field("fsecret", { title: "Note of the office", staffOnly: true }),
      ],
    },
  ],
};
const entry: Entry = {
  id: 7,
  form: { id: 3, title: "Trip", description: "", kind: "other", generation: 2 },
  version: { number: 1, definition },
  answers: {},
  status: "draft",
  signatures: {},
  about: null,
  awaited: [],
  deadline: null,
  emptied: [],
  filledName: "",
  moves: [],
  note: "",
  reason: "",
  reviewedBy: "",
  submitted: null,
  can: { edit: true, submit: true, review: false, sign: [], note: false, delete: false, write: false },
  entryVersion: 1,
};
const show = () => renderScreen(<EntryScreen />, { path: "/formv2/entry/:entryId", address: "/formv2/entry/7" });

beforeEach(() => signInAs());
afterEach(forgetEverything);

function entryServer() {
  const server = fakeServer();
  const state = { entry, puts: [] as { answers: Record<string, unknown>; entryVersion: number }[], lost: false };
  server.on("GET", "/form/entry/7", () => ({ status: 200, body: { data: state.entry } }));
  server.on("PUT", "/form/entry/7/answers", ({ body }) => {
    if (state.lost) throw new TypeError("Failed to fetch");
    const sent = body as (typeof state.puts)[number];
    state.puts.push(sent);
    if (sent.entryVersion !== state.entry.entryVersion)
      return { status: 409, body: { error: "Changed", code: "changed_meanwhile" } };
    state.entry = {
      ...state.entry,
      answers: { ...state.entry.answers, ...sent.answers },
      entryVersion: sent.entryVersion + 1,
    };
    return { status: 200, body: { data: { entryVersion: state.entry.entryVersion, problems: {} } } };
  });
  server.on("POST", "/form/entry/7/submit", () => {
    state.entry = { ...state.entry, status: "received", can: { ...entry.can, edit: false, submit: false } };
    return { status: 200, body: { data: { id: 7 } } };
  });
  return { server, state };
}

it("a form is saved while typing, shows a page by condition, calculates, and is sent", async () => {
  const { state } = entryServer();
  show();
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText(/^Name/), "Ada");
  await user.click(screen.getByRole("radio", { name: "Yes" }));
  await waitFor(() => expect(state.entry.answers).toEqual({ fname: "Ada", fstay: true }), { timeout: 3000 });
  expect((await screen.findAllByText("Saved")).length).toBe(1);
  await user.click(screen.getByRole("button", { name: "Next page" }));
  await user.click(await screen.findByRole("button", { name: "Add entry: Guest" }));
  await user.type(screen.getByLabelText(/^Nights/), "3");
  expect(screen.getByText("3", { selector: "output" })).toBeTruthy();
  expect(screen.queryByText("Note of the office")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Send form" }));
  expect(await screen.findByText("See you in September.")).toBeTruthy();
  expect(state.entry.answers.frows).toEqual([{ fnights: 3 }]);
});

it("a form with errors shows the dialog of the specification, whose links lead to the fields", async () => {
  const { state } = entryServer();
  show();
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Send form" }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getAllByText("Form errors").length).toBeGreaterThan(0);
  expect(within(dialog).getByText("Please check for errors in the form")).toBeTruthy();
  await user.click(within(dialog).getByRole("button", { name: "Name" }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Name/)));
  expect(screen.getByRole("alert").textContent).toBe("Field is required");
  expect(state.entry.status).toBe("draft");
});

it("offline entries are kept, and sent over what another device saved", async () => {
  const { state } = entryServer();
  state.lost = true;
  show();
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText(/^Name/), "Bea");
  expect(await screen.findByText(/Saved on this device/, {}, { timeout: 3000 })).toBeTruthy();
  expect(Object.keys(localStorage).some((key) => key.includes("form/entry/7"))).toBe(true);
  state.entry = { ...state.entry, answers: { fstay: false }, entryVersion: 5 };
  state.lost = false;
  await user.type(screen.getByLabelText(/^Name/), "!");
  await waitFor(() => expect(state.entry.answers).toEqual({ fname: "Bea!", fstay: false }), { timeout: 3000 });
  expect(state.puts.map(({ entryVersion }) => entryVersion)).toEqual([1, 5]);
});

import { fakeServer, forgetEverything, renderScreen, signInAs } from "@staffroom/testing";
import type { Field, RecordData } from "@staffroom/contract";
import { queryClient, useApi } from "@staffroom/api";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readDraft } from "./drafts";
import { FieldForm } from "./form";
import { FieldInput } from "./input";
import { FieldSections } from "./sections";
import { FieldValue } from "./show-value";

beforeEach(() => signInAs());
afterEach(forgetEverything);

const fields: Field[] = [
  { name: "title", title: "Title", type: "text", required: true, maxLength: 5 },
  { name: "fee", title: "Fee", type: "money" },
];

it("tells of errors in a dialog and at the fields, and sends nothing", async () => {
  const submit = vi.fn();
  renderScreen(<FieldForm fields={fields} onSubmit={submit} />);
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findAllByText("Form errors")).not.toHaveLength(0);
  expect(screen.getAllByText("Please check for errors in the form")).not.toHaveLength(0);
  expect(screen.getByText("Field is required")).toBeTruthy();
  expect(submit).not.toHaveBeenCalled();
});

it("sends trimmed text and minor units, with a key", async () => {
  const submit = vi.fn(async () => undefined);
  renderScreen(<FieldForm fields={fields} onSubmit={submit} />);
  await userEvent.type(screen.getByLabelText(/^Title/), " Ann ");
  await userEvent.type(screen.getByLabelText("Fee"), "19.99");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(submit).toHaveBeenCalledWith({ title: "Ann", fee: 1999 }, expect.any(String)));
});

it("takes a day that was typed with Enter, and does not send the form for it", async () => {
  const submit = vi.fn(async () => undefined);
  renderScreen(<FieldForm fields={[{ name: "day", title: "Day", type: "date" }, { name: "fee", title: "Fee", type: "money" }]} onSubmit={submit} />);
  await userEvent.type(screen.getByLabelText("Day"), "02/11/26");
  // Cancelled here, the browser has nothing to send; what is typed elsewhere is sent with Enter as ever.
  expect(fireEvent.keyDown(screen.getByLabelText("Day"), { key: "Enter" })).toBe(false);
  expect(submit).not.toHaveBeenCalled();
  await userEvent.type(screen.getByLabelText("Fee"), "5{Enter}");
  await waitFor(() => expect(submit).toHaveBeenCalledWith({ day: "2026-11-02", fee: 500 }, expect.any(String)));
});

it("keeps what is typed until it is sent", async () => {
  const shown = renderScreen(<FieldForm fields={fields} draftKey="x" onSubmit={async () => undefined} />);
  fireEvent.change(screen.getByLabelText(/^Title/), { target: { value: "Ann" } });
  shown.unmount();
  renderScreen(<FieldForm fields={fields} draftKey="x" onSubmit={async () => undefined} />);
  expect((screen.getByLabelText(/^Title/) as HTMLInputElement).value).toBe("Ann");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(readDraft("x")).toBeUndefined());
});

function Student() {
  const { data } = useApi<RecordData>("/students/7");
  return data ? <FieldSections thing="/students" record={data} /> : null;
}

it("saves one field with its old value", async () => {
  const server = fakeServer();
  renderScreen(<Student />);
  const name = await screen.findByLabelText(/^First name/);
  const before = (name as HTMLInputElement).value;
  fireEvent.change(name, { target: { value: "Nora" } });
  fireEvent.blur(name);
  expect(await screen.findByText("Saved")).toBeTruthy();
  expect(server.calls.find((call) => call.method === "PUT")?.body).toEqual({ field: "firstName", newValue: "Nora", oldValue: before });
});

it("shows the present value when somebody else was faster, and lets choose", async () => {
  const server = fakeServer();
  let first = true;
  server.on("PUT", "/students/7", (call) => {
    const { newValue } = call.body as { newValue: string };
    if (!first) return { status: 200, body: { data: { field: "firstName", value: newValue } } };
    first = false;
    return { status: 409, body: { code: "changed_meanwhile", error: "Changed", value: "Theirs" } };
  });
  renderScreen(<Student />);
  const name = await screen.findByLabelText(/^First name/);
  fireEvent.change(name, { target: { value: "Mine" } });
  fireEvent.blur(name);
  expect(await screen.findByText("Theirs")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Save mine" }));
  expect(await screen.findByText("Saved")).toBeTruthy();
  expect(server.calls.at(-1)?.body).toEqual({ field: "firstName", newValue: "Mine", oldValue: "Theirs" });
});

it("says what the person saw when the typing began, though the record was read anew meanwhile", async () => {
  const server = fakeServer();
  renderScreen(<Student />);
  const name = (await screen.findByLabelText(/^First name/)) as HTMLInputElement;
  const before = name.value;
  fireEvent.change(name, { target: { value: "Mine" } });
  act(() => {
    queryClient.setQueriesData<RecordData>({ predicate: ({ queryKey: [key] }) => key === "/students/7" }, (old) => old && { ...old, firstName: "Theirs" });
  });
  expect(name.value).toBe("Mine");
  fireEvent.blur(name);
  await waitFor(() => expect(server.calls.find((call) => call.method === "PUT")?.body).toEqual({ field: "firstName", newValue: "Mine", oldValue: before }));
});

it("keeps a refused text and says why", async () => {
  fakeServer();
  renderScreen(<Student />);
  const name = await screen.findByLabelText(/^First name/);
  fireEvent.change(name, { target: { value: "refuse me" } });
  fireEvent.blur(name);
  expect(await screen.findByText(/This name is taken/)).toBeTruthy();
  expect((name as HTMLInputElement).value).toBe("refuse me");
  expect(readDraft("/students/7#firstName")).toBe("refuse me");
});

it("shows for reading what the record does not let edit", async () => {
  fakeServer();
  renderScreen(<Student />);
  await screen.findByLabelText(/^First name/);
  expect(screen.queryByLabelText("Over 18")).toBeNull();
  expect(screen.getByText("Over 18")).toBeTruthy();
});

it("names what is chosen and no longer offered, and offers no other of its kind", async () => {
  const server = fakeServer();
  server.on("GET", "/orgs", ({ query }) => ({
    status: 200,
    body: { data: query.archived ? [{ id: 5, title: "London" }, { id: 6, title: "Bath" }] : [{ id: 1, title: "Oxford" }] },
  }));
  const organisation: Field = {
    name: "orgId", title: "Organisation", type: "select", optionsFrom: "/orgs", archivedFrom: "/orgs?archived=true",
  };
  renderScreen(<><FieldValue field={organisation} value={5} /><FieldInput id="org" field={organisation} value={5} onChange={() => undefined} /></>);
  await waitFor(() => expect(screen.getAllByText("London").length).toBeGreaterThan(1));
  await userEvent.click(screen.getByLabelText("Organisation"));
  expect(await screen.findAllByText("Oxford")).not.toHaveLength(0);
  expect(screen.queryByText("Bath")).toBeNull();
});

import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import type { Field, RecordData } from "@staffroom/contract";
import { api, queryClient, useApi } from "@staffroom/api";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { currentToasts, dismissToast } from "@staffroom/ui";
import { readDraft } from "../rules/drafts";
import { FieldForm } from "./form";
import { FieldInput } from "../inputs";
import { EditableField, FieldSections } from "../fields/sections";
import { FieldValue } from "../fields/show-value";

beforeEach(() => {
  signInAs();
  for (const { id } of currentToasts()) dismissToast(id);
});

const fields: Field[] = [
  { name: "title", title: "Title", type: "text", required: true, maxLength: 5 },
  { name: "fee", title: "Fee", type: "money" },
];

it("errors appear in a dialog and at the fields, and nothing is sent", async () => {
  const submit = vi.fn();
  renderScreen(<FieldForm fields={fields} onSubmit={submit} />);
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findAllByText("Form errors")).not.toHaveLength(0);
  expect(screen.getAllByText("Please check for errors in the form")).not.toHaveLength(0);
  expect(screen.getByText("Field is required")).toBeTruthy();
  expect(submit).not.toHaveBeenCalled();
});

it("text is sent trimmed, money in minor units, with a key", async () => {
  const submit = vi.fn(async () => undefined);
  renderScreen(<FieldForm fields={fields} onSubmit={submit} />);
  await userEvent.type(screen.getByLabelText(/^Title/), " Ann ");
  await userEvent.type(screen.getByLabelText("Fee"), "19.99");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(submit).toHaveBeenCalledWith({ title: "Ann", fee: 1999 }, expect.any(String), {}));
});

it("Enter accepts a typed day and does not submit the form", async () => {
  const submit = vi.fn(async () => undefined);
  renderScreen(
    <FieldForm
      fields={[
        { name: "day", title: "Day", type: "date" },
        { name: "fee", title: "Fee", type: "money" },
      ]}
      onSubmit={submit}
    />,
  );
  await userEvent.type(screen.getByLabelText("Day"), "02/11/26");
  // The event is cancelled here, so the browser submits nothing; in other fields Enter still submits.
  expect(fireEvent.keyDown(screen.getByLabelText("Day"), { key: "Enter" })).toBe(false);
  expect(submit).not.toHaveBeenCalled();
  await userEvent.type(screen.getByLabelText("Fee"), "5{Enter}");
  await waitFor(() => expect(submit).toHaveBeenCalledWith({ day: "2026-11-02", fee: 500 }, expect.any(String), {}));
});

it("entries are kept until they are sent", async () => {
  const shown = renderScreen(<FieldForm fields={fields} draftKey="x" onSubmit={async () => undefined} />);
  fireEvent.change(screen.getByLabelText(/^Title/), { target: { value: "Ann" } });
  shown.unmount();
  renderScreen(<FieldForm fields={fields} draftKey="x" onSubmit={async () => undefined} />);
  expect((screen.getByLabelText(/^Title/) as HTMLInputElement).value).toBe("Ann");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(readDraft("x")).toBeUndefined());
});

it("entries change the following fields and drafts", async () => {
  const submit = vi.fn(async () => undefined);
  const [title, fee] = fields as [Field, Field];
  const fieldsOf = (drafts: Record<string, unknown>) => (drafts.title === "Paid" ? [title, fee] : [title]);
  const follow = (drafts: Record<string, unknown>, name: string) =>
    name === "title" ? { ...drafts, fee: "5" } : drafts;
  renderScreen(<FieldForm fields={fieldsOf} follow={follow} onSubmit={submit} />);
  expect(screen.queryByLabelText("Fee")).toBeNull();
  await userEvent.type(screen.getByLabelText(/^Title/), "Paid");
  expect((screen.getByLabelText("Fee") as HTMLInputElement).value).toBe("5");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(submit).toHaveBeenCalledWith({ title: "Paid", fee: 500 }, expect.any(String), {}));
});

it("a box names the readers of its value", () => {
  const secret = {
    name: "private",
    title: "Private comment",
    type: "text",
    help: "Short",
    readers: "Tutor and office",
  } as Field;
  renderScreen(<FieldForm fields={[secret]} onSubmit={async () => undefined} />);
  expect(screen.getByText("Read by: Tutor and office")).toBeTruthy();
  expect(screen.getByText("Short")).toBeTruthy();
});

it("a server's refusal appears at its field, which takes the focus", async () => {
  renderScreen(<FieldForm fields={fields} onSubmit={async () => api.post("/refuses")} />);
  fakeServer().on("POST", "/refuses", () => ({
    status: 422,
    body: { error: "No", code: "invalid", fields: { fee: "Too dear" } },
  }));
  const focus = vi.spyOn(screen.getByLabelText("Fee"), "focus");
  await userEvent.type(screen.getByLabelText(/^Title/), "Ann");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Too dear")).toBeTruthy();
  expect(screen.getByLabelText("Fee").getAttribute("aria-describedby")).toBe(screen.getByText("Too dear").id);
  expect(focus).toHaveBeenCalledOnce();
});

it("a form shows another user's change and offers the choice", async () => {
  const server = fakeServer();
  server.on("PUT", "/thing/1", (call) => {
    const { newValue, oldValue } = call.body as { newValue: string; oldValue: string };
    if (oldValue === "Old")
      return { status: 409, body: { code: "changed_meanwhile", error: "Changed", value: "Them" } };
    return { status: 200, body: { data: { field: "title", value: newValue } } };
  });
  const submit = vi.fn((values: Record<string, unknown>, _key: string, overwritten: Record<string, unknown>) =>
    api.put("/thing/1", { field: "title", newValue: values.title, oldValue: overwritten.title ?? "Old" }),
  );
  renderScreen(<FieldForm fields={fields.slice(0, 1)} initial={{ title: "Old" }} onSubmit={submit} />);
  const title = screen.getByLabelText(/^Title/) as HTMLInputElement;
  fireEvent.change(title, { target: { value: "Mine" } });
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Them")).toBeTruthy();
  expect(title.value).toBe("Mine");
  await userEvent.click(screen.getByRole("button", { name: "Save mine" }));
  await waitFor(() =>
    expect(server.calls.at(-1)?.body).toEqual({ field: "title", newValue: "Mine", oldValue: "Them" }),
  );
  expect(screen.queryByText("Them")).toBeNull();
});

it("a form takes over another user's change", async () => {
  fakeServer().on("PUT", "/thing/1", () => ({
    status: 409,
    body: { code: "changed_meanwhile", error: "Changed", value: "Them" },
  }));
  renderScreen(
    <FieldForm
      fields={fields.slice(0, 1)}
      onSubmit={({ title }) => api.put("/thing/1", { field: "title", newValue: title, oldValue: "" })}
    />,
  );
  const title = screen.getByLabelText(/^Title/) as HTMLInputElement;
  fireEvent.change(title, { target: { value: "Mine" } });
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await userEvent.click(await screen.findByRole("button", { name: "Take theirs" }));
  expect(title.value).toBe("Them");
});

function Student() {
  const { data } = useApi<RecordData>("/students/7");
  return data ? <FieldSections thing="/students" record={data} /> : null;
}

it("one field is saved with its old value", async () => {
  const server = fakeServer();
  renderScreen(<Student />);
  const name = await screen.findByLabelText(/^First name/);
  const before = (name as HTMLInputElement).value;
  fireEvent.change(name, { target: { value: "Nora" } });
  fireEvent.blur(name);
  expect(await screen.findByText("Saved")).toBeTruthy();
  expect(server.calls.find((call) => call.method === "PUT")?.body).toEqual({
    field: "firstName",
    newValue: "Nora",
    oldValue: before,
  });
});

it("a conflict shows the current value and offers the choice", async () => {
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

it("a save sends the value from when typing began, though the record was refreshed meanwhile", async () => {
  const server = fakeServer();
  renderScreen(<Student />);
  const name = (await screen.findByLabelText(/^First name/)) as HTMLInputElement;
  const before = name.value;
  fireEvent.change(name, { target: { value: "Mine" } });
  act(() => {
    queryClient.setQueriesData<RecordData>(
      { predicate: ({ queryKey: [key] }) => key === "/students/7" },
      (old) => old && { ...old, firstName: "Theirs" },
    );
  });
  expect(name.value).toBe("Mine");
  fireEvent.blur(name);
  await waitFor(() =>
    expect(server.calls.find((call) => call.method === "PUT")?.body).toEqual({
      field: "firstName",
      newValue: "Mine",
      oldValue: before,
    }),
  );
});

it("a refused text stays with the reason", async () => {
  fakeServer();
  renderScreen(<Student />);
  const name = await screen.findByLabelText(/^First name/);
  fireEvent.change(name, { target: { value: "refuse me" } });
  fireEvent.blur(name);
  expect(await screen.findByText(/This name is taken/)).toBeTruthy();
  expect((name as HTMLInputElement).value).toBe("refuse me");
  expect(readDraft("/students/7#firstName")).toBe("refuse me");
});

it("fields that the record does not let edit are read-only", async () => {
  fakeServer();
  renderScreen(<Student />);
  await screen.findByLabelText(/^First name/);
  expect(screen.queryByLabelText("Over 18")).toBeNull();
  expect(screen.getByText("Over 18")).toBeTruthy();
});

it("a choice no longer offered keeps its name, and no other such choice is offered", async () => {
  const server = fakeServer();
  server.on("GET", "/orgs", ({ query }) => ({
    status: 200,
    body: {
      data: query.archived
        ? [
            { id: 5, title: "London" },
            { id: 6, title: "Bath" },
          ]
        : [{ id: 1, title: "Oxford" }],
    },
  }));
  const organisation: Field = {
    name: "orgId",
    title: "Organisation",
    type: "select",
    optionsFrom: "/orgs",
    archivedFrom: "/orgs?archived=true",
  };
  renderScreen(
    <>
      <FieldValue field={organisation} value={5} />
      <FieldInput id="org" field={organisation} value={5} onChange={() => undefined} />
    </>,
  );
  await waitFor(() => expect(screen.getAllByText("London").length).toBeGreaterThan(1));
  await userEvent.click(screen.getByLabelText("Organisation"));
  expect(await screen.findAllByText("Oxford")).not.toHaveLength(0);
  expect(screen.queryByText("Bath")).toBeNull();
});

const puts = (server: ReturnType<typeof fakeServer>) =>
  server.calls.filter(({ method }) => method === "PUT").map(({ body }) => body);

it("Esc restores the value, saves nothing, and leaves the next Esc to the surroundings", async () => {
  const server = fakeServer();
  const outside = vi.fn();
  renderScreen(
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- stands for the drawer around the field
    <div onKeyDown={(event) => event.key === "Escape" && outside()}>
      <Student />
    </div>,
  );
  const name = (await screen.findByLabelText(/^First name/)) as HTMLInputElement;
  const before = name.value;
  await userEvent.type(name, " typo");
  await userEvent.keyboard("{Escape}");
  expect(name.value).toBe(before);
  expect(document.activeElement).toBe(name);
  expect(outside).not.toHaveBeenCalled();
  fireEvent.blur(name);
  await act(() => Promise.resolve());
  expect(puts(server)).toEqual([]);
  expect(readDraft("/students/7#firstName")).toBeUndefined();
  await userEvent.keyboard("{Escape}");
  expect(outside).toHaveBeenCalledOnce();
});

it("Enter saves once, and Undo is offered", async () => {
  const server = fakeServer();
  renderScreen(<Student />);
  const name = (await screen.findByLabelText(/^First name/)) as HTMLInputElement;
  const before = name.value;
  await userEvent.clear(name);
  await userEvent.type(name, "Nora{Enter}");
  expect(await screen.findByText("Saved")).toBeTruthy();
  fireEvent.blur(name);
  expect(puts(server)).toEqual([{ field: "firstName", newValue: "Nora", oldValue: before }]);
  const [told] = currentToasts();
  expect([told?.text, told?.seconds, told?.action?.label]).toEqual(["First name changed", 10, "Undo"]);
  act(() => told?.action?.run());
  await waitFor(() => expect(puts(server).at(-1)).toEqual({ field: "firstName", newValue: before, oldValue: "Nora" }));
  await waitFor(() => expect(name.value).toBe(before));
  expect(currentToasts().at(-1)?.text).toBe("First name is as before");
});

it("Undo says that a value changed again is not undone", async () => {
  const server = fakeServer();
  renderScreen(<Student />);
  const name = (await screen.findByLabelText(/^First name/)) as HTMLInputElement;
  await userEvent.type(name, "x{Enter}");
  expect(await screen.findByText("Saved")).toBeTruthy();
  server.on("PUT", "/students/7", () => ({
    status: 409,
    body: { code: "changed_meanwhile", error: "Changed", value: "Theirs" },
  }));
  act(() =>
    currentToasts()
      .find(({ action }) => action?.label === "Undo")
      ?.action?.run(),
  );
  await waitFor(() =>
    expect(currentToasts().at(-1)).toMatchObject({
      title: "First name",
      text: "It was changed again since, so it stays as it is now",
    }),
  );
});

it("Undo restores a long text as a whole, though it was saved while typing", async () => {
  const server = fakeServer();
  server.on("PUT", "/thing/1", ({ body }) => ({
    status: 200,
    body: { data: { field: "note", value: (body as { newValue: string }).newValue } },
  }));
  const note: Field = { name: "note", title: "Note", type: "textarea" };
  function Note() {
    const [value, setValue] = useState("Old");
    return (
      <EditableField
        field={note}
        path="/thing/1"
        value={value}
        onSaved={({ value: saved }) => setValue(String(saved))}
      />
    );
  }
  renderScreen(<Note />);
  const box = screen.getByLabelText("Note") as HTMLTextAreaElement;
  await userEvent.click(box);
  for (const text of ["Old one", "Old one two"]) {
    fireEvent.change(box, { target: { value: text } });
    await waitFor(() => expect(puts(server).at(-1)).toMatchObject({ newValue: text }), { timeout: 5000 });
    expect(await screen.findByText("Saved")).toBeTruthy();
  }
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(puts(server).at(-1)).toEqual({ field: "note", newValue: "Old", oldValue: "Old one two" }));
  expect(box.value).toBe("Old");
});

it("a failed save offers Report", async () => {
  const server = fakeServer();
  server.on("PUT", "/students/7", () => ({ status: 500, body: { error: "Broken", code: "internal", requestId: "r" } }));
  renderScreen(<Student />);
  await userEvent.type(await screen.findByLabelText(/^First name/), "x{Enter}");
  expect(await screen.findByRole("button", { name: "Report" })).toBeTruthy();
});

it("Tab leaves an open multiple choice without choosing", async () => {
  const change = vi.fn();
  const readers = {
    name: "readers",
    title: "Readers",
    type: "multiselect",
    options: [
      { value: "a", label: "Ada" },
      { value: "b", label: "Ben" },
    ],
  } as unknown as Field;
  renderScreen(<FieldInput id="readers" field={readers} value={[]} onChange={change} />);
  await userEvent.click(screen.getByRole("combobox", { name: "Readers" }));
  await screen.findByText("Ben", { selector: ".ant-select-item-option-content" });
  const choice = screen.getByRole("combobox", { name: "Readers" });
  // antd reads the key's number, which user-event leaves out.
  fireEvent.keyDown(choice, { key: "Tab", keyCode: 9 });
  expect(change).not.toHaveBeenCalled();
  fireEvent.keyDown(choice, { key: "Enter", keyCode: 13 });
  expect(change).toHaveBeenCalledWith(["a"]);
});

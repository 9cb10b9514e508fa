import { fakeServer, renderRoute, serveList, signInAs } from "@staffroom/testing";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import area from "../../area";

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const template = {
  id: 3,
  name: "Welcome",
  subject: "Welcome, {{firstName}}",
  about: "person",
  mergeFields: { firstName: "First name", department: "Department" },
  version: 1,
  moves: [],
  may: { edit: ["subject"] },
};
const fields = [
  { name: "subject", title: "Subject", type: "text", required: true, maxLength: 250 },
  { name: "name", title: "Name", type: "text", required: true },
];

beforeEach(() => signInAs());

function show(address = "/support/emails", rows: object[] = [template]) {
  const server = fakeServer();
  serveList(server, "/emailTemplates", rows, {
    title: "Email templates",
    add: { path: "/emailTemplates", fields: [] },
    may: { add: true },
  });
  server.on("GET", "/emailTemplate/3", () => ({ status: 200, body: { data: template } }));
  server.on("GET", "/emailTemplate/fields", () => ({
    status: 200,
    body: { data: { sections: [{ name: "template", title: "Template", fields }] } },
  }));
  return { server, ...renderRoute(area, address) };
}
const lists = (server: ReturnType<typeof fakeServer>) =>
  server.calls.filter(({ path }) => path === "/emailTemplates").length;

it("a template opens next to the list, with its merge fields", async () => {
  const { router } = show();
  await user.dblClick(await screen.findByText("Welcome"));
  expect(router.state.location.search).toBe("?id=3");
  expect(((await screen.findByLabelText(/^Subject/)) as HTMLInputElement).value).toBe("Welcome, {{firstName}}");
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "{{firstName}} First name",
    "{{department}} Department",
  ]);
  // A field that the user may not change is read-only.
  expect(screen.queryByLabelText(/^Name/)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(router.state.location.search).toBe(""));
});

it("each field is saved on its own, and the list is refetched", async () => {
  const { server } = show("/support/emails?id=3");
  server.on("PUT", "/emailTemplate/3", () => ({
    status: 200,
    body: { data: { field: "subject", value: "Hello", modified: true, version: 2 } },
  }));
  const subject = await screen.findByLabelText(/^Subject/);
  await waitFor(() => expect(lists(server)).toBe(1));
  await user.clear(subject);
  await user.type(subject, "Hello{Enter}");
  expect(await screen.findByText("Saved")).toBeTruthy();
  expect(server.calls.find(({ method }) => method === "PUT")?.body).toMatchObject({
    field: "subject",
    newValue: "Hello",
  });
  await waitFor(() => expect(lists(server)).toBe(2));
});

it("the field names a merge field without a value", async () => {
  const { server } = show("/support/emails?id=3");
  const refusal = "There is no merge field nickname";
  server.on("PUT", "/emailTemplate/3", () => ({
    status: 422,
    body: { error: refusal, code: "invalid", fields: { subject: refusal } },
  }));
  const subject = (await screen.findByLabelText(/^Subject/)) as HTMLInputElement;
  await user.clear(subject);
  await user.type(subject, "Hello {{{{nickname}}{Enter}");
  expect(await screen.findByText(refusal)).toBeTruthy();
  expect(subject.value).toBe("Hello {{nickname}}");
});

it("a template that does not load says so, and can be retried", async () => {
  const { server } = show();
  await screen.findByText("Welcome");
  let broken = true;
  server.on("GET", "/emailTemplate/4", () =>
    broken
      ? { status: 503, body: { error: "The database is away" } }
      : { status: 200, body: { data: { ...template, id: 4 } } },
  );
  renderRoute(area, "/support/emails?id=4");
  expect(await screen.findByText("The template did not load")).toBeTruthy();
  broken = false;
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("Merge fields")).toBeTruthy();
});

it("an empty list says what to do", async () => {
  show("/support/emails", []);
  expect(await screen.findByText("Add the first template with the button above.")).toBeTruthy();
});

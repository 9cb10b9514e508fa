import { fakeServer, forgetEverything, renderScreen, signInAs } from "@staffroom/testing";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import NewTicket from "./new-ticket";
import { people, sections, staff } from "./samples";

const ok =
  (data: unknown, status = 200) =>
  () => ({ status, body: { data } });
const template = {
  id: 5,
  name: "Cannot sign in",
  title: "I cannot sign in",
  team: "techSupport",
  metaType: "bug",
  priority: 2,
  text: "<p>I cannot sign in.</p>",
  questions: ["Which browser?"],
};
const handbook = { id: 7, name: "Tutor handbook", extension: "pdf", folder: "Handbooks" };

function server() {
  const fake = fakeServer();
  fake.on("GET", "/api/v2/support/staff", ok(staff));
  fake.on("GET", "/comments/people", ok(people));
  fake.on("GET", "/api/v2/support/ticket/fields", ok({ sections }));
  fake.on("GET", "/api/v2/support/ticketTemplates/offered", ok([template]));
  fake.on("GET", "/library", ok([handbook]));
  return fake;
}

beforeEach(() => signInAs());
afterEach(() => {
  forgetEverything();
  localStorage.clear();
});

it("a ticket is raised from a template with the answers to its questions", async () => {
  const fake = server();
  fake.on(
    "POST",
    "/api/v2/support/ticketTemplate/5/ticket",
    ok({ id: 90, status: "submitted", notice: "Support ticket raised" }, 201),
  );
  const onRaised = vi.fn();
  renderScreen(<NewTicket onClose={vi.fn()} onRaised={onRaised} />);
  fireEvent.mouseDown(await screen.findByRole("combobox", { name: "Template" }));
  fireEvent.click(await screen.findByTitle("Cannot sign in"));
  const question = await screen.findByRole("textbox", { name: /^Which browser/ });
  expect((screen.getByRole("textbox", { name: /^Title/ }) as HTMLInputElement).value).toBe("I cannot sign in");
  fireEvent.change(question, { target: { value: "Firefox" } });
  fireEvent.click(screen.getByRole("button", { name: "Raise ticket" }));
  await waitFor(() => expect(onRaised).toHaveBeenCalledWith(90));
  const body = fake.calls.find(({ path }) => path.endsWith("/ticketTemplate/5/ticket"))?.body as Record<
    string,
    unknown
  >;
  expect(body).toMatchObject({
    team: "techSupport",
    title: "I cannot sign in",
    message: "<p>I cannot sign in.</p>",
    priority: 2,
    answers: ["Firefox"],
  });
  expect(body).not.toHaveProperty("question1");
});

it("documents about the title are suggested; a helpful one closes the draft and is counted", async () => {
  const fake = server();
  fake.on("POST", "/api/v2/support/article", ok({ fileId: 7, helped: 1, inserted: 0 }));
  const onClose = vi.fn();
  renderScreen(<NewTicket onClose={onClose} />);
  fireEvent.change(await screen.findByRole("textbox", { name: /^Title/ }), {
    target: { value: "Where is the handbook?" },
  });
  fireEvent.click(await screen.findByRole("button", { name: "This helped: Tutor handbook" }, { timeout: 5_000 }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(fake.calls.find(({ path }) => path === "/library")?.query).toMatchObject({ search: "handbook" });
  expect(fake.calls.find(({ path }) => path.endsWith("/support/article"))?.body).toEqual({ fileId: 7, use: "helped" });
  expect(Object.keys(localStorage).filter((key) => key.includes("ticket:"))).toEqual([]);
});

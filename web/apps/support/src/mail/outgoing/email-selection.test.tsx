import { fakeServer, forgetEverything, renderScreen, signInAs } from "@staffroom/testing";
import { currentToasts, dismissToast } from "@staffroom/ui";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import EmailSelection from "./email-selection";

vi.mock("./preview", () => ({
  default: ({
    templateId,
    entityType,
    entityTypeIds,
  }: {
    templateId: number;
    entityType: string;
    entityTypeIds: number[];
  }) => (
    <p>
      Template {templateId} to {entityType} {entityTypeIds.join(" and ")}
    </p>
  ),
}));

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const templates = [{ id: 3, name: "Welcome" }];

beforeEach(() => signInAs());
afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
  forgetEverything();
});

function serve(rows: object[], next: string | null = null) {
  const server = fakeServer();
  server.on("GET", "/emailTemplates", () => ({
    status: 200,
    body: { data: templates, total: 1, totalIsExact: true, next: null },
  }));
  server.on("GET", "/students", () => ({
    status: 200,
    body: { data: rows, total: rows.length, totalIsExact: true, next },
  }));
  return server;
}
async function choose() {
  await user.click(screen.getByText("Email"));
  await user.click(await screen.findByText("Welcome"));
}

it("a template's emails open for the selected rows", async () => {
  const server = serve([]);
  renderScreen(<EmailSelection entityType="student" path="/students" choice={{ ids: [5, 7] }} />);
  expect(server.calls).toHaveLength(0);
  await choose();
  expect(await screen.findByText("Template 3 to student 5 and 7")).toBeTruthy();
  expect(server.calls.find(({ path }) => path === "/emailTemplates")?.query).toMatchObject({ about: "person" });
});

it("all matches are resolved, except those deselected", async () => {
  const server = serve([{ id: 1 }, { id: 2 }, { id: 4 }]);
  renderScreen(
    <EmailSelection entityType="student" path="/students" choice={{ query: { status: "active" }, except: [2] }} />,
  );
  await choose();
  expect(await screen.findByText("Template 3 to student 1 and 4")).toBeTruthy();
  expect(server.calls.find(({ path }) => path === "/students")?.query).toMatchObject({
    status: "active",
    pageSize: "1000",
  });
});

it("all pages of the matches are read", async () => {
  const server = serve([]);
  server.on("GET", "/students", ({ query }) => ({
    status: 200,
    body: { data: [{ id: query.after ? 2 : 1 }], total: 2, totalIsExact: true, next: query.after ? null : "more" },
  }));
  renderScreen(<EmailSelection entityType="student" path="/students" choice={{ query: {} }} />);
  await choose();
  expect(await screen.findByText("Template 3 to student 1 and 2")).toBeTruthy();
});

it("too many recipients are refused", async () => {
  serve([{ id: 1 }], "more");
  renderScreen(<EmailSelection entityType="student" path="/students" choice={{ query: {} }} />);
  await choose();
  await waitFor(() => expect(currentToasts().map(({ text }) => text)).toContain("Please select at most 5,000 records"));
});

import { queryClient } from "@staffroom/api";
import { readDraft } from "@staffroom/form";
import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { currentToasts } from "@staffroom/ui";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { Compose } from "./compose";
import Journal from "./journal";

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const data =
  (value: unknown, status = 200) =>
  () => ({ status, body: { data: value } });
const page = (rows: unknown[]) => () => ({
  status: 200,
  body: { data: rows, total: rows.length, page: 1, pageSize: 50 },
});
const row = {
  id: 1,
  date: "2026-11-20",
  author: "Ada",
  excerpt: "Spoke with the family",
  people: "Tom, Cole",
  unread: true,
  replies: 1,
  course: "AQA Physics",
  slip: "",
  event: "",
  homework: "",
  parentId: null,
  created: "2026-11-20T09:00:00Z",
};
const brief = {
  id: 1,
  parentId: null,
  author: { id: 20, name: "Ada" },
  date: "2026-11-20",
  created: "2026-11-20T09:00:00Z",
  excerpt: "",
  journalWithUserId: 5,
  isRead: false,
};
const first = { ...brief, content: "<p>Spoke with the family</p>", people: ["Tom", "Cole"] };
const reply = {
  ...first,
  id: 2,
  parentId: 1,
  author: { id: 21, name: "Cole" },
  content: "<p>Thank you</p>",
  journalWithUserId: 6,
  isRead: true,
};
const entry = {
  id: 1,
  content: first.content,
  date: first.date,
  userIds: [11, 21],
  departmentId: 1,
  parentId: null,
  slipId: null,
  courseId: 7,
  eventId: null,
  homeworkId: null,
  author: first.author,
  users: [
    { id: 11, name: "Tom", journalWithUserId: 5, isRead: false, read: null },
    { id: 21, name: "Cole", journalWithUserId: 4, isRead: true, read: null },
  ],
  journalWithUserId: 5,
  isRead: false,
  isEdited: false,
  departmentTitle: "Oxford",
  links: [{ kind: "course", id: 7, title: "AQA Physics", target: "/courses/7" }],
  parent: null,
  children: [],
  thread: [first, reply],
  created: first.created,
  modified: first.created,
  version: 1,
  may: { edit: [], delete: false, history: false },
  moves: [],
};

beforeEach(() => {
  queryClient.clear();
  localStorage.clear();
  signInAs("staff");
});

function serve() {
  const server = fakeServer();
  server.on("GET", "/my/journal", page([row]));
  server.on(
    "GET",
    "/my/journal/people",
    data([
      { id: 11, name: "Tom" },
      { id: 21, name: "Cole" },
      { id: 20, name: "Ada" },
    ]),
  );
  server.on("GET", "/departments", data([]));
  server.on("GET", "/journalEntry/1", data(entry));
  server.on("GET", "/journalEntry/fields", data({ sections: [] }));
  server.on("POST", "/journalWithUser/5/read", data({ id: 5, isRead: true, read: null }));
  server.on("POST", "/my/journal/entry", data({ id: 3 }, 201));
  for (const path of ["/slips", "/courses", "/events", "/homework"]) server.on("GET", path, page([]));
  return server;
}

it("an entry opened by key is shown with its thread, and the answer goes to all its readers", async () => {
  const server = serve();
  renderScreen(<Journal />);
  const inList = (await screen.findByText("Spoke with the family")).closest("button");
  await user.keyboard("j");
  expect(document.activeElement).toBe(inList);
  await user.keyboard("{Enter}");
  expect(await screen.findByText("Thank you")).toBeTruthy();
  expect(screen.getByRole("link", { name: "AQA Physics" }).getAttribute("href")).toContain("/courses/7");
  await waitFor(() =>
    expect(
      server.calls
        .filter(({ method, path }) => method === "POST" && path.startsWith("/journalWithUser/"))
        .map(({ path }) => path),
    ).toEqual(["/journalWithUser/5/read"]),
  );
  await user.keyboard("r");
  const dialog = (await screen.findByText("Reply to Ada")).closest(".ant-modal") as HTMLElement;
  await user.type(await within(dialog).findByLabelText("Entry"), "I agree");
  await user.click(within(dialog).getByText("Add entry"));
  await waitFor(() =>
    expect(server.calls.find(({ path }) => path === "/my/journal/entry")?.body).toMatchObject({
      parentId: 1,
      userIds: [20, 11, 21],
    }),
  );
  expect(currentToasts().map(({ text }) => text)).toContain("Journal entry added");
});

it("the composer of a slip is filled in, requires a text and keeps it until it is added", async () => {
  const server = serve();
  const closed = vi.fn<() => void>();
  const about = [{ kind: "slip" as const, id: 9, title: "Sam Student, Physics, 02/11/2026" }];
  const { unmount } = renderScreen(<Compose about={about} onClose={closed} />);
  expect(await screen.findByText("Sam Student, Physics, 02/11/2026")).toBeTruthy();
  await user.click(screen.getByText("Add entry"));
  expect((await screen.findByRole("alert")).textContent).toBe("Please write the entry");
  await user.type(await screen.findByLabelText("Entry"), "Well done");
  unmount();
  expect(JSON.stringify(readDraft("journal.slip.9"))).toContain("Well done");
  renderScreen(<Compose about={about} onClose={closed} />);
  await user.click(await screen.findByText("Add entry"));
  await waitFor(() => expect(closed).toHaveBeenCalled());
  expect(server.calls.find(({ path }) => path === "/my/journal/entry")?.body).toMatchObject({ slipId: 9 });
  expect(readDraft("journal.slip.9")).toBeUndefined();
});

import { fakeServer, renderRoute, signInAs } from "@staffroom/testing";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import area from "../../area";

beforeEach(() => signInAs());

function show() {
  const server = fakeServer();
  const names = (path: string, ...labels: string[]) =>
    server.on("GET", path, () => ({
      status: 200,
      body: { data: labels.map((label, at) => ({ value: at + 1, label })) },
    }));
  names("/courses/names", "A-level Mathematics");
  names("/candidates/names", "Ada Lovelace");
  names("/exam/names", "GCSE Physics", "GCSE Mathematics");
  server.on("GET", "/exam/9", () => ({
    status: 200,
    body: {
      data: {
        id: 9,
        name: "Mathematics",
        level: "GCSE",
        subject: "Mathematics",
        board: "AQA",
        code: "8300",
        series: "Summer 2027",
        seriesId: 4,
        kind: "public",
        may: { edit: [] },
        moves: [],
      },
    },
  }));
  const fields = [
    { name: "candidateId", title: "Candidate", type: "select", required: true, optionsFrom: "/candidates/names" },
    { name: "examId", title: "Exam", type: "select", required: true, optionsFrom: "/exam/names" },
    { name: "option", title: "Option", type: "text" },
  ];
  const meta = {
    name: "examEntries",
    title: "Entries",
    one: "entry",
    rowKey: "id",
    target: "",
    columns: [{ name: "candidate", title: "Candidate", type: "text" }],
    filters: [],
    tabs: [],
    defaultSort: "-id",
    pageSizes: [50],
    defaultPageSize: 50,
    may: { add: true },
    add: { path: "/exams/entries", fields },
    edit: null,
    delete: null,
  };
  server.on("GET", "/exams/entries/columns", () => ({ status: 200, body: { data: meta } }));
  server.on("GET", "/exams/entries", () => ({
    status: 200,
    body: { data: [], total: 0, totalIsExact: true, next: null },
  }));
  server.on("POST", "/exam/9/entercourse", () => ({
    status: 200,
    body: {
      data: { entered: 1, candidates: ["Ada Lovelace"], skipped: ["Grace Hopper has no record as a candidate"] },
    },
  }));
  server.on("POST", "/exams/entries/check", () => ({
    status: 200,
    body: {
      data: [
        { text: "This candidate already has an entry for this exam", refuses: true },
        { text: "The candidate is 15 on the first paper; the board asks for 16", refuses: false },
      ],
    },
  }));
  return server;
}
const choose = async (name: string, label: string) => {
  await userEvent.click(await screen.findByRole("combobox", { name }));
  fireEvent.click(await screen.findByTitle(label));
};

it("a course is entered for an exam after a preview of who is skipped and why", async () => {
  const server = show();
  renderRoute(area, "/exams/exams/9");
  fireEvent.click(await screen.findByRole("button", { name: "Enter a course" }));
  const dialog = await screen.findByRole("dialog");
  const go = within(dialog).getByRole("button", { name: "Plan entries" });
  expect((go as HTMLButtonElement).disabled).toBe(true);
  await choose("Course", "A-level Mathematics");
  expect(await within(dialog).findByText("Grace Hopper has no record as a candidate")).toBeTruthy();
  expect(within(dialog).getByText("Ada Lovelace")).toBeTruthy();
  fireEvent.click(go);
  await waitFor(() =>
    expect(server.calls.filter(({ path }) => path === "/exam/9/entercourse").map(({ body }) => body)).toEqual([
      { courseId: 1, dry: true },
      { courseId: 1, dry: false },
    ]),
  );
});

it("a new entry shows refusals and warnings while typing", async () => {
  const server = show();
  renderRoute(area, "/exams/exams/9/entries");
  fireEvent.click(await screen.findByRole("button", { name: /New entry/ }));
  await screen.findByRole("dialog");
  expect(server.calls.some(({ path }) => path === "/exams/entries/check")).toBe(false);
  await choose("Candidate*", "Ada Lovelace").catch(() => choose("Candidate", "Ada Lovelace"));
  expect((await screen.findByText("This candidate already has an entry for this exam")).className).toBe("sr-note-bad");
  expect(screen.getByText(/the board asks for 16/)).toBeTruthy();
  expect(server.calls.find(({ path }) => path === "/exams/entries/check")?.body).toEqual({
    candidateId: 1,
    examId: 9,
    option: "",
    tier: null,
  });
});

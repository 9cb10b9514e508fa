import { queryClient } from "@staffroom/api";
import { keepDraft } from "@staffroom/form";
import { mayAskForKeys } from "@staffroom/list";
import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { currentToasts } from "@staffroom/ui";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { HomeworkDialog } from "./homework-dialog";
import { answers, given, toMark } from "./samples";

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const data =
  (value: unknown, status = 200) =>
  () => ({ status, body: { data: value } });

beforeEach(() => {
  queryClient.clear();
  signInAs("staff");
});

function serve(record: object) {
  const server = fakeServer();
  for (const [path, answer] of Object.entries(answers(record))) server.on("GET", path, data(answer));
  return server;
}

it("a student submits after a question, is warned without files, and asked before a text is discarded", async () => {
  const server = serve({ may: { ...given.may, handIn: true } });
  server.on("POST", "/student/homework/add", data({ id: 7, status: "submitted" }));
  const closed = vi.fn<() => void>();
  renderScreen(<HomeworkDialog id={7} onClose={closed} />);
  await user.type(await screen.findByLabelText("Your comment"), "Done");
  expect(screen.queryByRole("heading", { name: "Marks" })).toBeNull();
  await user.click(screen.getAllByRole("button", { name: "Close" }).at(-1) as HTMLElement);
  const leave = await screen.findByText(/Your text has not been submitted yet/);
  await user.click(within(leave.closest(".ant-modal") as HTMLElement).getByRole("button", { name: "Go back" }));
  expect(closed).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Submit homework" }));
  const asked = await screen.findByText(/No files are attached/);
  await user.click(within(asked.closest(".ant-modal") as HTMLElement).getByRole("button", { name: "Submit homework" }));
  await waitFor(() =>
    expect(server.calls.find(({ path }) => path === "/student/homework/add")?.body).toEqual({
      hwsId: 7,
      studentComment: "Done",
      fileIds: [],
    }),
  );
});

const pointsOf = (more: object) =>
  data({
    markFrom: "typed",
    points: 7.5,
    mark: "7.5",
    markers: [
      { userId: 5, name: "Mo More", points: 5, counts: true },
      { userId: 6, name: "Ada Byron", points: 2.5, counts: true },
    ],
    ...more,
  });
const details = data({ id: 41, name: "Essay", extension: "txt", size: 3, fileType: "text/plain" });

it("points on the pages are listed by marker, and their sum becomes the mark", async () => {
  const server = serve(toMark);
  server.on("GET", "/file/41/details", details);
  server.on("GET", "/homework/7/points", pointsOf({}));
  renderScreen(<HomeworkDialog id={7} onClose={() => undefined} />);
  const group = await screen.findByRole("group", { name: "Points on the pages" });
  expect(group.textContent).toContain("Mo More 5, Ada Byron 2.5");
  await user.click(within(group).getByRole("button", { name: "Take the sum, 7.5" }));
  expect((screen.getByLabelText(/^Mark /) as HTMLInputElement).value).toBe("7.5");
  expect(within(group).queryByRole("button")).toBeNull();
});

it("a mark that follows the points is shown, not typed, with the markers that count", async () => {
  const server = serve({ ...toMark, homework: { ...given.homework, markFrom: "own" } });
  server.on("GET", "/file/41/details", details);
  server.on(
    "GET",
    "/homework/7/points",
    pointsOf({
      markFrom: "own",
      points: 5,
      mark: "5",
      markers: [
        { userId: 5, name: "Mo More", points: 5, counts: true },
        { userId: 6, name: "Ada Byron", points: 2.5, counts: false },
      ],
    }),
  );
  renderScreen(<HomeworkDialog id={7} onClose={() => undefined} />);
  const group = await screen.findByRole("group", { name: "Points on the pages" });
  expect(group.textContent).toContain("Ada Byron 2.5 (not counted)");
  expect(screen.queryByLabelText(/^Mark /)).toBeNull();
  expect(screen.getByRole("status").textContent).toBe("5");
});

it("marks must be complete and confirmed, and are sent with the slip they were made from", async () => {
  const server = serve({
    status: "submitted",
    submitted: "2026-11-30T10:00:00Z",
    mark: "",
    onTime: null,
    quality: "",
    effort: "",
    comment: "",
    timeSpent: null,
    tutorFiles: [],
    may: { ...given.may, write: true, edit: ["mark", "effort"] },
  });
  server.on("POST", "/homework/7/marks", data({ id: 7, status: "marked" }));
  renderScreen(<HomeworkDialog id={7} slipId={9} onClose={() => undefined} />);
  const mark = await screen.findByLabelText(/^Mark /);
  expect([mayAskForKeys(document.body), mayAskForKeys(mark)], "J and K lead on, but for who types").toEqual([
    true,
    false,
  ]);
  await user.type(mark, "17/20");
  await user.click(screen.getByRole("button", { name: "Submit marks" }));
  expect((await screen.findAllByText("Field is required")).length).toBe(4);
  await user.click(screen.getByRole("button", { name: "OK" }));
  for (const [label, value] of [
    ["Quality", "Good"],
    ["Effort", "Fair"],
    ["Comment", "Clear"],
    ["Time spent", "45"],
  ] as const)
    await user.type(screen.getByLabelText(new RegExp(`^${label}`)), value);
  expect(screen.getByText(/Handed in 30\/11\/26 10:00, due 01\/12\/26 23:59: on time/)).toBeTruthy();
  await user.click(screen.getByRole("combobox", { name: "On time" }));
  await user.click(await screen.findByTitle("No"));
  await user.click(screen.getByRole("button", { name: "Submit marks" }));
  const asked = await screen.findByText(/The marks can no longer be changed.*but your marks say late/);
  await user.click(within(asked.closest(".ant-modal") as HTMLElement).getByRole("button", { name: "Submit marks" }));
  await waitFor(() =>
    expect(server.calls.find(({ path }) => path === "/homework/7/marks")?.body).toEqual({
      mark: "17/20",
      onTime: false,
      quality: "Good",
      effort: "Fair",
      comment: "Clear",
      timeSpent: 45,
      fileIds: [],
      slipMarkedId: 9,
    }),
  );
});

it("marks are submitted and released in one step, and the next work is named", async () => {
  const marks = {
    mark: "18/20",
    onTime: true,
    quality: "Good",
    effort: "Fair",
    comment: "Clear",
    timeSpent: 45,
    tutorFiles: [],
  };
  const server = serve({
    status: "submitted",
    submitted: "2026-11-30T10:00:00Z",
    ...marks,
    may: { ...given.may, write: true, edit: ["mark"] },
  });
  server.on("POST", "/homework/7/marks", data({ id: 7, status: "marked" }));
  server.on("POST", "/homework/7/release", data({ id: 7, status: "marked" }));
  server.on("GET", "/homework", () => ({ status: 200, body: { data: [{ id: 8, student: "Ben" }], total: 1 } }));
  const closed = vi.fn<() => void>();
  renderScreen(<HomeworkDialog id={7} onClose={closed} />);
  await user.click(await screen.findByRole("button", { name: "Submit, release and next" }));
  await user.click(await screen.findByRole("button", { name: "Submit and release" }));
  await waitFor(() => expect(closed).toHaveBeenCalled());
  expect(server.calls.filter(({ method }) => method === "POST").map(({ path }) => path)).toEqual([
    "/homework/7/marks",
    "/homework/7/release",
  ]);
  expect(currentToasts().at(-1)?.text).toBe("Marks of Ada released. Next: Ben, 1 left to mark");
});

it("the second of two simultaneous markers keeps their entries", async () => {
  const marks = { mark: "", onTime: null, quality: "", effort: "", comment: "", timeSpent: null, tutorFiles: [] };
  const submitted = {
    status: "submitted",
    submitted: "2026-11-30T10:00:00Z",
    ...marks,
    may: { ...given.may, write: true, edit: ["mark"] },
  };
  const entered = {
    ...marks,
    mark: "18/20",
    onTime: true,
    quality: "Good",
    effort: "Fair",
    comment: "Clear",
    timeSpent: "45",
  };
  keepDraft("homework/7/marks", entered);
  const server = serve(submitted);
  renderScreen(<HomeworkDialog id={7} onClose={() => undefined} />);
  await screen.findByLabelText(/^Mark /);
  server.on("POST", "/homework/7/marks", () => ({
    status: 409,
    body: { error: "Somebody has submitted marks for this homework since", code: "wrong_state" },
  }));
  server.on(
    "GET",
    "/student/homework/7",
    data({
      ...given,
      ...submitted,
      ...entered,
      mark: "17/20",
      timeSpent: 30,
      status: "marked",
      may: { ...given.may, write: true },
    }),
  );
  await user.click(screen.getByRole("button", { name: "Submit marks" }));
  const asked = await screen.findByText(/The marks can no longer be changed/);
  await user.click(within(asked.closest(".ant-modal") as HTMLElement).getByRole("button", { name: "Submit marks" }));
  const mine = await screen.findByRole("region", { name: "Your marks, not submitted" });
  expect(within(mine).getByText("18/20")).toBeTruthy();
  expect(screen.getByText("17/20")).toBeTruthy();
  await user.click(within(mine).getByRole("button", { name: "Discard" }));
  expect(screen.queryByText("18/20")).toBeNull();
});

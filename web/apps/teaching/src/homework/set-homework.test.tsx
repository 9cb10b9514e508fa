import { queryClient } from "@staffroom/api";
import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { PickCourse } from "./pick-course";
import { HomeworkDialog } from "./homework-dialog";
import { SetHomework } from "./set-homework";
import { answers, given } from "./samples";

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

it("missing parts are named in the server's words; complete homework is confirmed, with a warning without files", async () => {
  const server = serve({});
  server.on("POST", "/api/v2/slip/nextTutorials", data([{ cwsId: 5, start: "2026-12-02T10:00:00Z" }]));
  server.on("POST", "/homework", () => ({
    status: 422,
    body: {
      error: "Please set homework title",
      title: "Missing title",
      fields: { title: "Please set homework title" },
    },
  }));
  const closed = vi.fn<() => void>();
  renderScreen(
    <SetHomework
      course={{ id: 1, title: "AQA Physics", students: [{ id: 2, cwsId: 5, name: "Ada" }] }}
      slip={{ id: 9, after: "2026-11-25T11:00:00Z" }}
      type="written"
      onClose={closed}
    />,
  );
  // By its text: jsdom does not end animations, so a closed popup still hides the roles below it.
  const set = () => user.click(screen.getByText("Set homework"));
  await screen.findByText("Tutorial 02/12/26 10:00");
  await set();
  expect((await screen.findAllByText("Missing title")).length).toBeGreaterThan(0);
  await user.click(screen.getByRole("button", { name: "OK" }));
  server.on("POST", "/homework", data({ id: 3 }, 201));
  await user.type(screen.getByLabelText("Title"), "Essay");
  await user.type(screen.getByLabelText("Instructions"), "Two pages");
  await user.click(screen.getAllByRole("button", { name: "Close", hidden: true })[0] as HTMLElement);
  const leave = await screen.findByText(/Homework is not set yet/);
  await user.click(within(leave.closest(".ant-modal") as HTMLElement).getByRole("button", { name: "Go back" }));
  expect(closed).not.toHaveBeenCalled();
  await set();
  const asked = await screen.findByText(/1 student gets it. No files are attached./);
  await user.click(within(asked.closest(".ant-modal") as HTMLElement).getByRole("button", { name: "Set homework" }));
  await waitFor(() => expect(closed).toHaveBeenCalled());
  expect(server.calls.findLast(({ method, path }) => method === "POST" && path === "/homework")?.body).toEqual({
    title: "Essay",
    type: "written",
    studentIds: [2],
    instructions: "Two pages",
    timeEstimation: null,
    fileIds: [],
    courseId: 1,
    departmentId: null,
    slipSetId: 9,
    status: "set",
    dueDate: "2026-12-02T10:00:00Z",
  });
});

it("saved homework is set for one student, or for all of its students", async () => {
  const server = serve({
    status: "saved",
    may: { ...given.may, write: true },
    moves: [{ name: "set", title: "Set", path: "/v2/homework/7/set", needs: [], style: "primary", confirm: null }],
  });
  const student = (hwsId: number, status: string) => ({
    hwsId,
    id: hwsId,
    cwsId: hwsId,
    name: `S${hwsId}`,
    status,
    dueDate: given.dueDate,
    released: false,
  });
  server.on(
    "GET",
    "/homework/3",
    data({ id: 3, students: [student(7, "saved"), student(8, "set"), student(9, "saved")] }),
  );
  for (const id of [7, 9]) server.on("POST", `/api/v2/homework/${id}/set`, data({ id, status: "set" }));
  renderScreen(<HomeworkDialog id={7} onClose={() => undefined} />);
  expect(await screen.findByRole("button", { name: "Set for Ada" })).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: "Set for 2 students" }));
  const asked = await screen.findByText(/wish to set the work\? 2 students get it/);
  await user.click(within(asked.closest(".ant-modal") as HTMLElement).getByRole("button", { name: "Set homework" }));
  await waitFor(() =>
    expect(server.calls.filter(({ method }) => method === "POST").map(({ path }) => path)).toEqual([
      "/api/v2/homework/7/set",
      "/api/v2/homework/9/set",
    ]),
  );
});

it("on a phone a course is a button of two lines", async () => {
  const server = serve({});
  server.on("GET", "/courses", () => ({
    status: 200,
    body: {
      data: [
        {
          id: 8,
          subject: "Physics",
          level: "GCSE",
          board: "AQA",
          type: "indiv",
          students: [{ id: 2, name: "Ada" }],
          tutors: [],
        },
      ],
      total: 1,
    },
  }));
  server.on(
    "GET",
    "/courses/columns",
    data({
      columns: [{ name: "type", title: "Type", type: "select", options: [{ value: "indiv", label: "Individual" }] }],
      filters: [],
      tabs: [],
    }),
  );
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query === "(max-width: 719px)",
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }));
  const picked = vi.fn<(id: number) => void>();
  renderScreen(<PickCourse onPick={picked} />);
  const course = await screen.findByRole("button", { name: /Physics, GCSE.*AQA · Ada$/ });
  expect(await within(course).findByText("Individual")).toBeTruthy();
  await user.click(course);
  expect(picked).toHaveBeenCalledWith(8);
  vi.unstubAllGlobals();
});

it("the due date follows the selected students", async () => {
  const server = serve({});
  server.on(
    "POST",
    "/api/v2/slip/nextTutorials",
    data([
      { cwsId: 5, start: "2026-12-02T10:00:00Z" },
      { cwsId: 6, start: "2026-12-03T10:00:00Z" },
    ]),
  );
  const students = [
    { id: 2, cwsId: 5, name: "Ada" },
    { id: 3, cwsId: 6, name: "Ben" },
  ];
  renderScreen(<SetHomework course={{ id: 1, title: "AQA Physics", students }} onClose={() => undefined} />);
  await screen.findByText("Tutorial 02/12/26 10:00 (Ada)");
  await user.click(screen.getByRole("combobox", { name: "Students" }));
  await user.click(await screen.findByTitle("Ben"));
  expect(await screen.findByText("Tutorial 03/12/26 10:00")).toBeTruthy();
  expect(server.calls.find(({ path }) => path === "/api/v2/slip/nextTutorials")?.body).toEqual({
    courseId: 1,
    fromDate: null,
    number: 6,
  });
});

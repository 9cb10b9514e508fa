import type { ListMeta } from "@staffroom/contract";
import { fakeServer, renderRoute, serveList, signInAs, textColumn } from "@staffroom/testing";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import area from "../area";

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const columns: ListMeta["columns"] = [
  textColumn("student", "Student"),
  {
    name: "status",
    title: "Status",
    type: "select",
    options: [{ value: "submitted", label: "Handed in", color: "blue" }],
  },
  {
    name: "present",
    title: "Presence",
    type: "select",
    options: [{ value: "present", label: "Was there", color: "green" }],
  },
];
const rating = [
  { value: 4, label: "Very good", color: "teal" },
  { value: 0, label: "Not applicable", color: "grey" },
];
const fields = [
  { name: "onTime", title: "Timekeeping", type: "select", options: [{ value: 0, label: "To the minute" }] },
  { name: "cat1", title: "Preparation at home", type: "select", options: rating },
  { name: "cat2", title: "Order", type: "select", options: rating },
];
const move = (name: string, title: string, method: string) => ({
  name,
  title,
  style: "default",
  confirm: null,
  method,
  path: name === "delete" ? "/slip/5" : `/slip/5/${name}`,
  needs: [],
});
const slip = {
  id: 5,
  title: "Ada, History",
  type: "default",
  isLate: false,
  department: { id: 1, title: "Oxford" },
  student: { id: 7, name: "Ada" },
  tutor: null,
  invigilator: null,
  course: null,
  tutorial: null,
  invigilationSession: null,
  courseWithStudentInfo: null,
  slipMeta: { status: "submitted", reviewed: false, studentRead: false },
  present: "present",
  onTime: 0,
  cat1: 4,
  cat2: 0,
  cat3: null,
  cat4: null,
  cat5: null,
  cat6: null,
  comment: "",
  comment2: "",
  comment3: "",
  private: "",
  may: { edit: [], delete: true, history: false, open: false },
  moves: [move("check", "Check", "POST"), move("delete", "Delete", "DELETE")],
};

beforeEach(() => signInAs());

function show(address: string) {
  const server = fakeServer();
  serveList(
    server,
    "/slips",
    [
      { id: 5, student: "Ada", status: "submitted", moves: ["check", "delete"] },
      { id: 6, student: "Ben", status: "approved", moves: [] },
    ],
    { columns, filters: [{ name: "type", title: "Type", type: "select", options: [] }] },
  );
  server.on("GET", "/slip/fields", () => ({
    status: 200,
    body: { data: { sections: [{ name: "slipData", title: "Report", fields }] } },
  }));
  server.on("GET", "/slip/5", () => ({ status: 200, body: { data: slip } }));
  return { server, ...renderRoute(area, address) };
}

it("the slip in the address opens, with the list's labels", async () => {
  const { server } = show("/system/slips/PT?slip=5");
  expect(await screen.findByText("Ada, History")).toBeTruthy();
  expect(await screen.findByText("Was there")).toBeTruthy();
  expect(await screen.findByText("To the minute")).toBeTruthy();
  expect(screen.getByRole("row", { name: /Preparation at home.*4 Very good/ })).toBeTruthy();
  expect(screen.getByRole("row", { name: /Order.*Not applicable/ })).toBeTruthy();
  await waitFor(() => expect(document.querySelector(".sr-record-title")?.textContent).toContain("Handed in"));
  expect(server.calls.find(({ path }) => path === "/slips")?.query.type).toBe("PT");
});

it("the saved values are shown, next to an earlier copy", async () => {
  const { server } = show("/system/slips?slip=5");
  server.on("GET", "/slip/5", () => ({
    status: 200,
    body: { data: { ...slip, slipData: { present: "", onTime: null, cat1: 0 } } },
  }));
  expect(await screen.findByText("Was there")).toBeTruthy();
  expect(await screen.findByText("To the minute")).toBeTruthy();
  expect(screen.getByRole("row", { name: /Preparation at home.*4 Very good/ })).toBeTruthy();
});

it("rows with moves offer them", async () => {
  show("/system/slips");
  await user.click(await screen.findByRole("button", { name: "Actions for Ada" }));
  expect(await screen.findByRole("button", { name: "Check" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Actions for Ben" })).toBeNull();
});

it("a slip is deleted after two questions, and closed", async () => {
  const { server, router } = show("/system/slips?slip=5");
  server.on("DELETE", "/slip/5", () => ({ status: 200, body: { data: { id: 5 } } }));
  const deletions = () => server.calls.filter(({ method }) => method === "DELETE").length;
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Are you sure you wish to delete the slip Ada, History?")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Delete slip" }));
  expect(await screen.findByText(/will disappear from every list/)).toBeTruthy();
  expect(deletions()).toBe(0);
  await user.click(screen.getAllByRole("button", { name: "Delete slip" }).at(-1) as HTMLElement);
  await waitFor(() => expect(deletions()).toBe(1));
  await waitFor(() => expect(router.state.location.search).toBe(""));
});

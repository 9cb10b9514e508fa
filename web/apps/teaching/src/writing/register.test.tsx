import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { currentToasts } from "@staffroom/ui";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import RegisterScreen from "./register";

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const option = (value: unknown, label: string) => ({ value, label });
const present = [
  option("present", "Present"),
  option("plannedAbsence", "Planned absence"),
  option("unplannedAbsence", "Unplanned absence"),
];
const student = (ewpId: number, name: string, more: object = {}) => ({
  ewpId,
  id: ewpId,
  name,
  slipId: null,
  version: null,
  status: null,
  present: "",
  onTime: null,
  absenceReason: "",
  isOpen: true,
  ...more,
});
const register = {
  id: 20,
  type: "group",
  title: "Seminar",
  start: "2026-11-02T10:00:00Z",
  end: "2026-11-02T11:00:00Z",
  location: "",
  courseId: 1,
  course: "AQA Physics",
  courseType: "seminar",
  hasBegun: true,
  students: [
    student(1, "Ada"),
    student(2, "Ben"),
    student(3, "Cleo", { slipId: 9, status: "submitted", present: "present", isOpen: false }),
  ],
};

beforeEach(() => {
  localStorage.clear();
  signInAs("staff");
});

it("all are present by default; one call saves the register, and it can be undone", async () => {
  const server = fakeServer();
  server.on("GET", "/slip/fields", () => ({
    status: 200,
    body: {
      data: {
        sections: [
          {
            name: "presence",
            title: "Presence",
            fields: [
              { name: "present", title: "Presence", type: "select", options: present },
              {
                name: "onTime",
                title: "Timekeeping",
                type: "select",
                options: [option(0, "On time"), option(5, "2-5 mins late")],
              },
            ],
          },
        ],
      },
    },
  }));
  server.on("GET", "/slips/columns", () => ({ status: 200, body: { data: { columns: [], filters: [], tabs: [] } } }));
  server.on("GET", "/slip/register/20", () => ({ status: 200, body: { data: register } }));
  const written = [
    { ewpId: 1, slipId: 31, version: 1, before: null },
    { ewpId: 2, slipId: 32, version: 1, before: null },
  ];
  server.on("POST", "/slip/register/20", () => ({ status: 200, body: { data: written } }));
  server.on("POST", "/slip/register/20/undo", () => ({ status: 200, body: { data: { slips: 2 } } }));
  renderScreen(<RegisterScreen />, { path: "/slips/register/:id", address: "/slips/register/20" });
  expect(((await screen.findByRole("radio", { name: "Ada: Present" })) as HTMLInputElement).checked).toBe(true);
  expect(screen.getByText("The slip was handed in")).toBeTruthy();
  screen.getByRole("radio", { name: "Ada: Present" }).focus();
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(screen.getByRole("radio", { name: "Ben: Present" }));
  await user.keyboard("u");
  await user.type(await screen.findByRole("textbox", { name: "Reason of absence of Ben" }), "Ill");
  expect(screen.getByRole("status").textContent).toBe("2 present, 1 absent");
  await user.click(screen.getByRole("button", { name: "Save register" }));
  await waitFor(() =>
    expect(server.calls.find(({ method }) => method === "POST")?.body).toEqual({
      students: [
        { ewpId: 1, present: "present", onTime: 0, absenceReason: "" },
        { ewpId: 2, present: "unplannedAbsence", onTime: null, absenceReason: "Ill" },
      ],
    }),
  );
  await waitFor(() =>
    expect(currentToasts().at(-1)).toMatchObject({
      title: "Register kept",
      text: "2 present, 1 absent. 2 slips are begun or changed",
    }),
  );
  currentToasts().at(-1)?.action?.run();
  await waitFor(() => expect(server.calls.at(-1)?.body).toEqual({ slips: written }));
});

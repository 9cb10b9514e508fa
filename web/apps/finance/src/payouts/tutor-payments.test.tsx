import { fakeServer, renderScreen, serveList, signInAs, textColumn } from "@staffroom/testing";
import { currentToasts } from "@staffroom/ui";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import TutorPayments from "./tutor-payments";

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const run = {
  id: 5,
  month: "2026-10-01",
  organisation: "Oxford",
  currency: "GBP",
  total: 12_345_67,
  status: "checked",
  lines: 3,
  preparedBy: "Anna Account",
  checkedBy: "Fay Finance",
  approvedBy: null,
  paidBy: null,
  paidDate: null,
  moves: [],
  may: { edit: [] },
  tutors: [
    {
      tutorId: 7,
      invigilatorId: null,
      name: "Tara Tutor",
      lines: 2,
      students: 9,
      rates: "2 × £36.00 an hour",
      minutes: 150,
      amount: 9_000_00,
      bankDetails: "2026-09-01T10:00:00Z",
    },
    {
      tutorId: 8,
      invigilatorId: null,
      name: "Theo Tutor",
      lines: 1,
      students: 1,
      rates: "1 × £48.00 an hour",
      minutes: 50,
      amount: 3_345_67,
      bankDetails: null,
    },
    {
      tutorId: 9,
      invigilatorId: null,
      name: "Tess Tutor",
      lines: 0,
      students: 0,
      rates: "",
      minutes: 0,
      amount: 0,
      bankDetails: "2026-11-20T10:00:00Z",
    },
  ],
};

beforeEach(() => {
  window.location.hash = "#/finance/tutorpayments"; // the home page shows fewer errors (platform.md 8)
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T12:00:00Z") });
  signInAs();
});

function show(address = "/finance/tutorpayments", more: object = {}) {
  const server = fakeServer();
  serveList(server, "/tutorpayments", [{ id: 5, name: "October" }]);
  serveList(
    server,
    "/tutorpayments/slips",
    [
      { id: 71, student: "Ada Abbott", course: "AQA Maths", courseId: 3, waitsFor: 2, hourly: null, currency: "GBP" },
      { id: 72, course: "OCR Latin", courseId: 4, hourly: 4_100, currency: "EUR" },
    ],
    {
      naming: "student",
      target: "/system/slips?slip={id}",
      columns: [
        textColumn("student", "Student"),
        textColumn("course", "Course"),
        { name: "waitsFor", title: "Not approved", type: "integer" },
        { name: "hourly", title: "An hour", type: "money", currency: "currency" },
      ],
    },
  );
  serveList(server, "/tutorpayments/rates", [{ id: 1, name: "Tara's rate" }]);
  serveList(server, "/tutorpayments/lines", [{ id: 1, slipId: 71, course: "AQA Maths", courseId: 3, count: 7 }], {
    columns: [textColumn("course", "Course"), { name: "count", title: "Slips", type: "integer" }],
  });
  serveList(
    server,
    "/tutorpayments/paid",
    [{ id: 4, slipId: 71, student: "Ada Abbott", course: "AQA Maths", courseId: 3 }],
    { naming: "student", columns: [textColumn("student", "Student")] },
  );
  server.on("GET", "/tutorpayments/5", () => ({ status: 200, body: { data: { ...run, ...more } } }));
  server.on("GET", "/tutorpayments/fields", () => ({ status: 200, body: { data: { sections: [] } } }));
  server.on("GET", "/orgs", () => ({
    status: 200,
    body: {
      data: [
        { id: 1, title: "Oxford" },
        { id: 3, title: "Portugal" },
      ],
    },
  }));
  return { server, ...renderScreen(<TutorPayments />, { path: "/finance/tutorpayments/:list?", address }) };
}
const toasts = () => currentToasts().map(({ text }) => text);

it("runs, payable slips and rates are tabs in the address", async () => {
  const { router } = show();
  await screen.findByText("October");
  await user.click(screen.getByText("Tutorials to be paid"));
  expect(router.state.location.pathname).toBe("/finance/tutorpayments/slips");
  // A separate list, with its own columns and views.
  expect(await screen.findByRole("button", { name: "Columns" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Views" })).toBeTruthy();
  const slip = await screen.findByRole("link", { name: "Ada Abbott" });
  expect(slip.getAttribute("href")).toBe("/system/slips?slip=71");
  expect(screen.getByRole("link", { name: "OCR Latin" }).getAttribute("href")).toBe("/courses/4");
  // A row that cannot be paid names the reason.
  expect(screen.getByText("no rate")).toBeTruthy();
  expect(screen.getByText("€41.00")).toBeTruthy();
  expect(screen.getByText("Waits for 2 slips")).toBeTruthy();
  await user.click(screen.getByText("Rates"));
  expect(await screen.findByText("Tara's rate")).toBeTruthy();
  await user.click(screen.getByText("Pay runs"));
  expect(router.state.location.pathname).toBe("/finance/tutorpayments");
});

async function prepare() {
  await user.click(screen.getByRole("button", { name: "Prepare a pay run" }));
  const form = (await screen.findByText("Prepare a pay run", { selector: ".ant-modal-title" })).closest(
    ".ant-modal",
  ) as HTMLElement;
  await user.click(within(form).getByRole("combobox", { name: "Organisation" }));
  await user.click(await screen.findByTitle("Portugal"));
  await user.click(within(form).getByRole("combobox", { name: "Up to the end of" }));
  await user.click(await screen.findByTitle("October 2026"));
  await user.click(within(form).getByRole("button", { name: "Prepare a pay run" }));
}

it("a run is prepared for an organisation and month, opens, and names missing rates", async () => {
  const { server, router } = show();
  server.on("POST", "/tutorpayments", () => ({
    status: 201,
    body: {
      data: { id: 5, lines: 3, withoutRate: 2, waiting: 1, waitingSlips: 4, withoutBankDetails: ["Theo Tutor"] },
    },
  }));
  await screen.findByText("October");
  await prepare();
  expect(await screen.findByText("Pay run October 2026, Oxford")).toBeTruthy();
  expect(server.calls.find(({ method, path }) => method === "POST" && path === "/tutorpayments")?.body).toEqual({
    orgId: 3,
    month: "2026-10",
  });
  expect(toasts()).toContain(
    "3 lines; 2 more without a rate; 1 more tutorial waits for 4 slips to be approved; no bank details: Theo Tutor",
  );
  expect(router.state.location.search).toBe("?run=5");
});

it("the form stays if there is nothing to pay", async () => {
  const { server, router } = show();
  server.on("POST", "/tutorpayments", () => ({
    status: 422,
    body: { error: "There is no slip to be paid", code: "invalid", requestId: "r" },
  }));
  await screen.findByText("October");
  await prepare();
  await waitFor(() => expect(toasts()).toContain("422: There is no slip to be paid"));
  expect(screen.getByText("Prepare a pay run", { selector: ".ant-modal-title" })).toBeTruthy();
  expect(router.state.location.search).toBe("");
});

it("a run shows each tutor's pay and only its own lines", async () => {
  const { server } = show("/finance/tutorpayments?run=5");
  const tara = (await screen.findByRole("link", { name: "Tara Tutor" })).closest("tr") as HTMLElement;
  expect(tara.textContent).toBe("Tara Tutor292.50£9,000.002 × £36.00 an hourSince 01/09/26");
  expect(screen.getByRole("link", { name: "Theo Tutor" }).closest("tr")?.textContent).toContain("No bank details");
  expect(screen.getByRole("link", { name: "Tess Tutor" }).closest("tr")?.textContent).toContain("New on 20/11/26");
  expect(screen.getByText("£12,345.67")).toBeTruthy();
  expect(screen.getByText("First approver").nextElementSibling?.textContent).toBe("Fay Finance");
  expect(screen.queryByText("Second approver")).toBeNull();
  await screen.findByText("AQA Maths");
  expect(screen.getByRole("link", { name: "7" }).getAttribute("href")).toBe("/finance/tutorpayments/paid?lineId=1");
  expect(server.calls.findLast(({ path }) => path === "/tutorpayments/lines")?.query).toMatchObject({ runId: "5" });
});

it("the bank file is not available before two approvals", async () => {
  show("/finance/tutorpayments?run=5");
  await screen.findByText("Pay run October 2026, Oxford");
  expect(screen.queryByRole("button", { name: "CSV for the bank" })).toBeNull();
});

it("the bank file is available after two approvals, and a refusal is shown", async () => {
  const { server } = show("/finance/tutorpayments?run=5", { status: "approved", approvedBy: "Sofia Admin" });
  URL.createObjectURL = () => "blob:file";
  let refused = false;
  server.on("GET", "/tutorpayments/5/csv", () =>
    refused
      ? { status: 409, body: { error: "A pay run needs two approvals first", code: "conflict", requestId: "r" } }
      : { status: 200, body: "tutor,amount" },
  );
  await user.click(await screen.findByRole("button", { name: "CSV for the bank" }));
  await waitFor(() => expect(server.calls.some(({ path }) => path === "/tutorpayments/5/csv")).toBe(true));
  expect(toasts()).toEqual([]);
  refused = true;
  await user.click(screen.getByRole("button", { name: "CSV for the bank" }));
  await waitFor(() => expect(toasts()).toContain("409: A pay run needs two approvals first"));
});

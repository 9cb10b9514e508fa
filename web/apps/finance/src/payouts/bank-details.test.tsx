import { getSession, signedIn } from "@staffroom/api";
import type { SignIn } from "@staffroom/contract";
import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { bugReportOf, currentToasts } from "@staffroom/ui";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import BankDetails from "./bank-details";
import MyBankDetails from "./my-bank-details";

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const thing = "/tutorpayments/accounts";
const row = {
  id: 9,
  tutor: "Ada Lovelace",
  holder: "Ada Lovelace",
  account: "•••• 9911",
  currency: "GBP",
  created: "2026-11-01T10:00:00Z",
  enteredBy: "Anna Account",
  replaced: null,
  tutorId: 4,
};
const former = { ...row, id: 8, account: "•••• 4422", replaced: "2026-11-01T10:00:00Z" };
const fields = [
  { name: "tutorId", title: "Tutor", type: "select", required: false, optionsFrom: "/tutorpayments/tutors" },
  {
    name: "currency",
    title: "Currency",
    type: "select",
    required: true,
    options: [
      { value: "GBP", label: "GBP" },
      { value: "EUR", label: "EUR" },
    ],
  },
  { name: "holder", title: "Account holder", type: "text", required: true },
  { name: "sortCode", title: "Sort code", type: "text", required: false },
  { name: "accountNumber", title: "Account number", type: "text", required: false },
];

function show(rows: object[], shown = <BankDetails tutorId={4} name="Ada Lovelace" />) {
  const server = fakeServer();
  server.on("GET", thing, () => ({ status: 200, body: { data: rows } }));
  server.on("GET", `${thing}/fields`, () => ({
    status: 200,
    body: { data: { sections: [{ name: "account", title: "Bank details", fields }] } },
  }));
  server.on("GET", `${thing}/9`, () => ({
    status: 200,
    body: { data: { ...row, sortCode: "200000", accountNumber: "55779911", iban: "", bic: "" } },
  }));
  renderScreen(shown);
  return server;
}

it("numbers are shown on request, and former details by their last four digits", async () => {
  signInAs();
  const server = show([row, former]);
  expect(await screen.findByText("•••• 9911")).toBeTruthy();
  expect(screen.getByText("•••• 4422").closest("table")?.textContent).toContain("Former bank details");
  expect(server.calls.some(({ path }) => path === `${thing}/9`)).toBe(false);
  expect(server.calls.find(({ path }) => path === thing)?.query).toMatchObject({ tutorId: "4" });
  await user.click(screen.getByRole("button", { name: "Show numbers" }));
  expect(await screen.findByText("20-00-00")).toBeTruthy();
  expect(screen.getByText("55779911")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Hide numbers" }));
  expect(screen.queryByText("55779911")).toBeNull();
});

it("details are sent in one call, a refusal is at its field, and the browser keeps nothing", async () => {
  signInAs();
  const server = show([]);
  server.on("POST", thing, () => ({
    status: 422,
    body: {
      error: "A sort code has 6 digits",
      code: "invalid",
      fields: { sortCode: "A sort code has 6 digits" },
      requestId: "r",
    },
  }));
  await user.click(await screen.findByRole("button", { name: "Enter bank details" }));
  const form = (await screen.findByText(/replace those in the same currency/)).closest(".ant-modal") as HTMLElement;
  expect(within(form).queryByLabelText("Tutor")).toBeNull();
  await user.type(within(form).getByLabelText(/Sort code/), "20-00");
  await user.type(within(form).getByLabelText(/Account number/), "55779911");
  await user.click(within(form).getByRole("button", { name: "Save" }));
  expect(await within(form).findByText("A sort code has 6 digits")).toBeTruthy();
  const sent = server.calls.find(({ method, path }) => method === "POST" && path === thing)?.body;
  expect(sent).toMatchObject({
    tutorId: 4,
    currency: "GBP",
    holder: "Ada Lovelace",
    sortCode: "20-00",
    accountNumber: "55779911",
  });
  expect(JSON.stringify({ ...localStorage })).not.toContain("55779911");
  server.on("POST", thing, () => ({ status: 201, body: { data: { id: 10 } } }));
  const reads = () => server.calls.filter(({ method, path }) => method === "GET" && path === thing).length;
  const before = reads();
  await user.type(within(form).getByLabelText(/Sort code/), "-00");
  await user.click(within(form).getByRole("button", { name: /Save/ }));
  await waitFor(() => expect(currentToasts().map(({ text }) => text)).toContain("Bank details saved"));
  await waitFor(() => expect(reads()).toBe(before + 1));
});

it("bank details are left out of an error report", async () => {
  signInAs();
  const server = fakeServer();
  server.on("POST", thing, () => ({ status: 500, body: { error: "Broken", code: "internal", requestId: "r" } }));
  const { api } = await import("@staffroom/api");
  const error: unknown = await api.post(thing, { accountNumber: "55779911" }).catch((reason: unknown) => reason);
  const report = bugReportOf(error, "It broke");
  expect(report.API).toContain(thing);
  expect(JSON.stringify(report)).not.toContain("55779911");
});

it("a tutor's own screen names no tutor", async () => {
  signInAs();
  const session = getSession();
  const tutor = { ...session.user, roleIds: ["tutor"], name: "Ada Lovelace" } as SignIn["user"];
  signedIn({ authToken: session.token ?? "", user: tutor });
  const server = show([], <MyBankDetails />);
  expect(await screen.findByText("Please enter them: until then you cannot be paid.")).toBeTruthy();
  expect(server.calls.find(({ path }) => path === thing)?.query).not.toHaveProperty("tutorId");
});

it("a sysAdmin is told that they are not paid", async () => {
  signInAs();
  show([row], <MyBankDetails />);
  expect(await screen.findByText("You are not paid as a tutor or invigilator")).toBeTruthy();
  expect(screen.queryByText("•••• 9911")).toBeNull();
});

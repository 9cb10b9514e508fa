import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { currentToasts } from "@staffroom/ui";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { inWords, MailDialog } from "./mail-dialog";
import type { Board } from "./types";

const board = { id: 4, title: "Director" } as Board;
const mail = (more: object = {}) => ({
  userId: 1,
  name: "Sofia Admin",
  rhythm: "weekly",
  day: 1,
  hour: 7,
  next: "2026-12-07T07:00:00Z",
  lastSent: null,
  active: true,
  problem: "",
  ...more,
});

beforeEach(() => signInAs());

function serve(settings: object) {
  const server = fakeServer();
  let now: object = settings;
  server.on("GET", "/dashboard/4/mail", () => ({ status: 200, body: { data: now } }));
  server.on("PUT", "/dashboard/4/mail", ({ body }) => {
    now = { mine: mail(body as object), others: [], owns: false };
    return { status: 200, body: { data: now } };
  });
  server.on("DELETE", "/dashboard/4/mail/8", () => {
    now = { ...now, others: [] };
    return { status: 200, body: { data: now } };
  });
  return server;
}

it("days and hour are described in words", () => {
  expect(inWords({ rhythm: "daily", day: null, hour: 9 })).toBe("Every weekday at 09:00");
  expect(inWords({ rhythm: "weekly", day: 4, hour: 7 })).toBe("Every Thursday at 07:00");
  expect(inWords({ rhythm: "monthly", day: 15, hour: 18 })).toBe("On day 15 of each month at 18:00");
});

it("a dashboard is requested every weekday, and its schedule is shown", async () => {
  const server = serve({ mine: null, others: [], owns: false });
  renderScreen(<MailDialog board={board} onClose={() => undefined} />);
  await userEvent.click(await screen.findByText("Every weekday"));
  await userEvent.click(screen.getByRole("button", { name: "Mail it to me" }));
  await waitFor(() =>
    expect(server.calls.find(({ method }) => method === "PUT")?.body).toEqual({
      rhythm: "daily",
      day: null,
      hour: 7,
      readers: [],
    }),
  );
  expect(await screen.findByText("Every weekday at 07:00")).toBeTruthy();
  expect(screen.queryByLabelText("Also to")).toBeNull();
});

it("the owner sees the readers and why one gets no email, and stops the email to one", async () => {
  serve({
    mine: null,
    others: [
      mail({
        userId: 8,
        name: "Otto Staff",
        problem: "Otto Staff no longer opens this dashboard, so it is not mailed",
      }),
    ],
    owns: true,
  });
  renderScreen(<MailDialog board={board} onClose={() => undefined} />);
  const row = (await screen.findByText("Otto Staff")).closest("tr") as HTMLElement;
  expect(within(row).getByText(/no longer opens this dashboard/)).toBeTruthy();
  await userEvent.click(within(row).getByRole("button", { name: "Stop the email to Otto Staff" }));
  await waitFor(() => expect(screen.queryByText("Otto Staff")).toBeNull());
});

it("the dialog stays open and says that the PDF was emailed, though one poll of the job failed", async () => {
  const server = serve({ mine: mail(), others: [], owns: false });
  const answers = [
    { status: 503, body: { error: "Busy" } },
    { status: 200, body: { data: { id: "identity-3", state: "done", done: 1, total: 1, error: null, result: null } } },
  ];
  server.on("POST", "/dashboard/4/mail/now", () => ({ status: 202, body: { data: { id: "identity-3" } } }));
  server.on("GET", "/jobs/identity-3", () => answers.shift() ?? { status: 500, body: "" });
  renderScreen(<MailDialog board={board} onClose={() => undefined} />);
  await userEvent.click(await screen.findByRole("button", { name: "Send now" }));
  await waitFor(() => expect(currentToasts().map(({ text }) => text)).toEqual(["It was mailed to you"]));
  expect(screen.getByText("Send now")).toBeTruthy();
});

it("a reader whose email was stopped is no longer selected", async () => {
  const server = serve({ mine: mail(), others: [], owns: true });
  server.on("GET", "/users", () => ({
    status: 200,
    body: {
      data: [
        { value: 8, label: "Otto Staff" },
        { value: 9, label: "Anna Staff" },
      ],
    },
  }));
  server.on("PUT", "/dashboard/4/mail", () => {
    server.on("GET", "/dashboard/4/mail", () => ({
      status: 200,
      body: { data: { mine: mail(), others: [mail({ userId: 8, name: "Otto Staff" })], owns: true } },
    }));
    return { status: 200, body: { data: null } };
  });
  renderScreen(<MailDialog board={board} onClose={() => undefined} />);
  await userEvent.click(await screen.findByLabelText("Also to"));
  await userEvent.click(await screen.findByTitle("Otto Staff"));
  await userEvent.click(screen.getByRole("button", { name: "Mail to readers" }));
  await screen.findByRole("button", { name: "Stop the email to Otto Staff" });
  expect(screen.queryByRole("button", { name: "Mail to readers" })).toBeNull();
});

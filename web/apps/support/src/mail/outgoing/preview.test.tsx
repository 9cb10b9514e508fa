import { fakeServer, forgetEverything, renderScreen, signInAs, type FakeServer } from "@staffroom/testing";
import { currentToasts, dismissToast, WidgetProvider, type WidgetSource } from "@staffroom/ui";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import EmailPreviewDialog from "./preview";
import type { Preview } from "../types";

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const click = (name: string | RegExp) => user.click(screen.getByRole("button", { name }));
const isDisabled = (name: string | RegExp) => (screen.getByRole("button", { name }) as HTMLButtonElement).disabled;
const preview = (id: number, more: Partial<Preview> = {}): Preview => ({
  id,
  person: `Ms Person ${id}`,
  to: `person${id}@example.org`,
  problem: null,
  subject: `Hello ${id}`,
  body: `<p>Dear ${id}</p>`,
  attachments: [{ id: 7, name: "terms.pdf" }],
  ...more,
});
const queued = {
  id: "support-5",
  queued: 2,
  skipped: [] as object[],
  title: "Emails sent",
  notice: "Emails have been distributed",
};
const uploads: WidgetSource = (name) =>
  name === "uploader"
    ? ((({ onUploaded }: { onUploaded: (files: object[]) => void }) => (
        <button type="button" onClick={() => onUploaded([{ id: 8, name: "map.png", size: 3 }])}>
          Upload
        </button>
      )) as never)
    : null;

async function open(previews: Preview[], answer: object = queued) {
  const server = fakeServer();
  const onClose = vi.fn();
  const onSent = vi.fn();
  server.on("POST", "/emailTemplate/3/preview", () => ({ status: 200, body: { data: previews } }));
  server.on("POST", "/emailTemplate/3/send", () => ({ status: 202, body: { data: answer } }));
  const ids = previews.map(({ id }) => id);
  renderScreen(
    <WidgetProvider value={uploads}>
      <EmailPreviewDialog templateId={3} entityType="student" entityTypeIds={ids} onClose={onClose} onSent={onSent} />
    </WidgetProvider>,
  );
  await screen.findByLabelText("Subject");
  return { server, onClose, onSent };
}

const sentOf = (server: FakeServer) => server.calls.findLast((call) => call.path === "/emailTemplate/3/send")?.body;

beforeEach(() => {
  window.location.hash = "#/students/list"; // the home page shows fewer errors (platform.md 8)
  signInAs();
});
afterEach(() => {
  cleanup();
  window.location.hash = "";
  for (const { id } of currentToasts()) dismissToast(id);
  forgetEverything();
});

it("recipients are stepped through and entries kept", async () => {
  const { server } = await open([preview(1), preview(2)]);
  expect(server.calls[0]?.body).toEqual({ entityType: "student", entityTypeIds: [1, 2] });
  expect(screen.getByText("Ms Person 1")).toBeTruthy();
  expect(screen.getByText("person1@example.org")).toBeTruthy();
  expect(isDisabled("Previous recipient")).toBe(true);
  await user.type(screen.getByLabelText("Subject"), "!");
  await click("Next recipient");
  expect((screen.getByLabelText("Subject") as HTMLInputElement).value).toBe("Hello 2");
  expect(isDisabled("Next recipient")).toBe(true);
  await click("Previous recipient");
  expect((screen.getByLabelText("Subject") as HTMLInputElement).value).toBe("Hello 1!");
});

it("only edits are sent, sanitised, with the message of money.md 8", async () => {
  const { server, onClose, onSent } = await open([preview(1), preview(2)]);
  await user.clear(screen.getByLabelText("Message"));
  await user.type(screen.getByLabelText("Message"), "<p onclick=x()>New<script>y</script></p>");
  await click("Send 2");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(onSent).toHaveBeenCalled();
  expect(sentOf(server)).toEqual({
    entityType: "student",
    entityTypeIds: [1, 2],
    mails: { 1: { body: "<p>New</p>" } },
  });
  expect(server.calls.at(-1)?.headers["idempotency-key"]).toBeTruthy();
  expect(currentToasts().map(({ text }) => text)).toContain("Emails sent: Emails have been distributed");
});

it("a recipient is removed, but never the only one", async () => {
  const { server, onClose } = await open([preview(1), preview(2)]);
  await click("Next recipient");
  await click(/Delete recipient/);
  expect(screen.getByText("Ms Person 1")).toBeTruthy();
  expect(isDisabled(/Delete recipient/)).toBe(true);
  await click("Send");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sentOf(server)).toMatchObject({ entityTypeIds: [1] });
});

it("people without an address are left out", async () => {
  const skipped = [{ id: 2, person: "Ms Person 2", reason: "has no email address" }];
  const { onClose } = await open([preview(1), preview(2, { to: "", problem: "has no email address" })], {
    ...queued,
    skipped,
  });
  await click("Next recipient");
  expect(screen.getByText("Ms Person 2 has no email address and will be left out")).toBeTruthy();
  await click("Send 1");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(currentToasts().map(({ text }) => text)).toContain("Ms Person 2 has no email address");
});

it("the emails are scheduled for a time", async () => {
  const { server, onClose } = await open([preview(1), preview(2)]);
  await user.type(screen.getByLabelText("Send at"), "05/12/30");
  await click("OK");
  await click("Schedule 2");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sentOf(server)).toMatchObject({ entityTypeIds: [1, 2], sendAt: "2030-12-05T09:00:00Z" });
});

it("nothing is sent if nobody has an address", async () => {
  await open([preview(1, { to: "", problem: "has no email address" })]);
  expect(isDisabled("Send")).toBe(true);
});

it("attachments are uploaded and removed for all", async () => {
  const { server, onClose } = await open([
    preview(1, {
      attachments: [
        { id: 7, name: "terms.pdf" },
        { id: 9, name: null },
      ],
    }),
    preview(2),
  ]);
  expect(screen.getByText("File 9 no longer exists")).toBeTruthy();
  await click("Remove the file");
  await click("Upload");
  await click("Next recipient");
  expect(screen.getByText("map.png")).toBeTruthy();
  await click("Send 2");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sentOf(server)).toMatchObject({ fileIds: [7, 8] });
});

it("a refused sending keeps the dialog open with all entries", async () => {
  const { server, onClose } = await open([preview(1)]);
  const refusal = "There is no merge field nickname";
  server.on("POST", "/emailTemplate/3/send", () => ({
    status: 422,
    body: { error: refusal, code: "invalid", requestId: "r" },
  }));
  await user.type(screen.getByLabelText("Subject"), " more");
  await click("Send");
  await waitFor(() => expect(currentToasts().map(({ text }) => text)).toContain(`422: ${refusal}`));
  expect(onClose).not.toHaveBeenCalled();
  expect((screen.getByLabelText("Subject") as HTMLInputElement).value).toBe("Hello 1 more");
});

it("a preview that does not load can be retried", async () => {
  const server = fakeServer();
  let tries = 0;
  server.on("POST", "/emailTemplate/3/preview", () => {
    tries += 1;
    return tries === 1
      ? { status: 404, body: { error: "There is no student 1", code: "unknown_record", requestId: "r" } }
      : { status: 200, body: { data: [preview(1)] } };
  });
  renderScreen(
    <EmailPreviewDialog templateId={3} entityType="student" entityTypeIds={[1]} onClose={() => undefined} />,
  );
  expect(await screen.findByText("There is no student 1")).toBeTruthy();
  await click("Retry");
  expect(await screen.findByLabelText("Subject")).toBeTruthy();
});

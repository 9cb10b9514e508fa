import { fakeServer, forgetEverything, renderScreen, signInAs, type FakeServer } from "@staffroom/testing";
import { currentToasts, dismissToast } from "@staffroom/ui";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { exampleParts } from "../editor/example-fields";
import type { SentEmail } from "../types";
import BulkDialog from "./bulk-dialog";
import { EmailLog } from "./email-log";
import SendDialog, { type MailKind } from "./send-dialog";

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const ok =
  (data: unknown, status = 200) =>
  () => ({ status, body: { data } });
const click = (name: string | RegExp) => user.click(screen.getByRole("button", { name }));
const callsTo = (server: FakeServer, path: string) =>
  server.calls.filter((call) => call.method === "POST" && call.path === path);
const preview = (id: number) => ({
  person: `Ms Person ${id}`,
  to: `person${id}@example.org`,
  subject: `Invoice ${id}`,
  body: `<p>Dear ${id}</p>`,
  attachments: [{ id: null, name: `Invoice INV-${id}.pdf` }],
});
/** An API with the texts of emails. */
function partServer(): FakeServer {
  const server = fakeServer();
  server.on("GET", "/invoice/parts/fields", ok(exampleParts));
  return server;
}
const job = (state: string, more: object = {}) =>
  ok({ id: "finance-5", state, done: 1, total: 2, error: null, result: null, ...more });

beforeEach(() => signInAs());
afterEach(() => {
  cleanup();
  for (const { id } of currentToasts()) dismissToast(id);
  forgetEverything();
});

describe("the email preview", () => {
  async function open(invoices: number[], kind: MailKind = "invoice") {
    const server = fakeServer();
    const onClose = vi.fn();
    const onSent = vi.fn();
    for (const id of invoices) {
      server.on("POST", `/invoice/${id}/send/email/preview`, ok(preview(id)));
      server.on("POST", `/invoice/${id}/send/receipt/preview`, ok(preview(id)));
    }
    renderScreen(<SendDialog invoices={invoices} kind={kind} onClose={onClose} onSent={onSent} />);
    await screen.findByLabelText("Subject");
    return { server, onClose, onSent };
  }

  it("the edited email is sent sanitised, with a toast once it went", async () => {
    const { server, onClose, onSent } = await open([7]);
    server.on(
      "POST",
      "/invoice/7/send/email",
      ok({ id: 1, jobId: "finance-5", state: "queued", notice: "Emails have been distributed" }, 202),
    );
    server.on("GET", "/jobs/finance-5", job("done", { result: { state: "sent" } }));
    expect(screen.getByText("Invoice INV-7.pdf")).toBeTruthy();
    expect(screen.getByText("Ms Person 7")).toBeTruthy();
    expect((screen.getByRole("button", { name: /Delete recipient/ }) as HTMLButtonElement).disabled).toBe(true);
    await user.clear(screen.getByLabelText("Subject"));
    await user.type(screen.getByLabelText("Subject"), "For you");
    await user.clear(screen.getByLabelText("Message"));
    await user.type(screen.getByLabelText("Message"), "<p onclick=x()>Hello<script>y</script></p>");
    await click("Send");
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(callsTo(server, "/invoice/7/send/email")[0]?.body).toEqual({
      kind: "invoice",
      to: "person7@example.org",
      subject: "For you",
      body: "<p>Hello</p>",
      attachments: [],
    });
    await waitFor(() =>
      expect(currentToasts()).toMatchObject([{ kind: "positive", text: "Emails sent: Emails have been distributed" }]),
    );
    expect(onSent).toHaveBeenCalledTimes(2);
  });

  it.each([
    [
      "Proposed invoice sent",
      { state: "done", result: { state: "sent" } },
      { kind: "positive", text: "Proposed invoice sent" },
    ],
    ["Receipt sent", { state: "done", result: { state: "sent" } }, { kind: "positive", text: "Receipt sent" }],
    ["Receipt sent", { state: "failed", error: "550 no such user" }, { kind: "negative", text: "550 no such user" }],
    [
      "Receipt sent",
      { state: "done", result: { state: "unknown" } },
      { kind: "negative", title: "Mail not confirmed" },
    ],
  ])("shows %s as the result of the job", async (notice, ended, told) => {
    const { server } = await open([7], "receipt");
    server.on("POST", "/invoice/7/send/receipt", ok({ id: 1, jobId: "finance-5", state: "queued", notice }, 202));
    server.on("GET", "/jobs/finance-5", job("done", ended));
    await click("Send");
    await waitFor(() => expect(currentToasts()).toMatchObject([told]));
    expect(callsTo(server, "/invoice/7/send/receipt")[0]?.body).not.toHaveProperty("kind");
  });

  it("recipients are stepped through, entries kept, one dropped, and the rest sent together", async () => {
    const { server } = await open([7, 8, 9]);
    server.on("POST", "/invoices/send", ok({ id: "finance-5" }, 202));
    expect(screen.getByText("1 of 3")).toBeTruthy();
    await user.type(screen.getByLabelText("Subject"), "!");
    await click("Next recipient");
    await waitFor(() => expect((screen.getByLabelText("Subject") as HTMLInputElement).value).toBe("Invoice 8"));
    await click(/Delete recipient/);
    await waitFor(() => expect(screen.getByText("2 of 2")).toBeTruthy());
    await waitFor(() => expect((screen.getByLabelText("Subject") as HTMLInputElement).value).toBe("Invoice 9"));
    await click("Previous recipient");
    expect((screen.getByLabelText("Subject") as HTMLInputElement).value).toBe("Invoice 7!");
    await click("Send 2");
    await waitFor(() => expect(callsTo(server, "/invoices/send")).toHaveLength(1));
    const body = callsTo(server, "/invoices/send")[0]?.body as {
      ids: number[];
      mails: Record<string, { subject: string }>;
    };
    expect(body.ids).toEqual([7, 9]);
    expect(Object.values(body.mails).map(({ subject }) => subject)).toEqual(["Invoice 7!", "Invoice 9"]);
  });

  it("the reason why an email cannot be sent is shown", async () => {
    const server = fakeServer();
    server.on("POST", "/invoice/7/send/email/preview", () => ({
      status: 422,
      body: { error: "Please add a due date to the invoice first", title: "Missing due date" },
    }));
    renderScreen(<SendDialog invoices={[7]} kind="invoice" onClose={vi.fn()} />);
    expect(await screen.findByText(/Please add a due date to the invoice first/)).toBeTruthy();
    expect((screen.getByRole("button", { name: "Send" }) as HTMLButtonElement).disabled).toBe(true);
  });
});

describe("the log", () => {
  const entry = (id: number, state: string, more: Partial<SentEmail> = {}): SentEmail => ({
    id,
    state,
    kind: "invoice",
    to: "ada@example.org",
    subject: "Invoice",
    error: "",
    date: "2026-11-21T09:30:00Z",
    by: "Bea",
    fileId: null,
    ...more,
  });

  it("a failed email shows the reason and is sent again", async () => {
    const server = partServer();
    const changed = vi.fn();
    server.on(
      "POST",
      "/invoice/7/email/2/retry",
      ok({ id: 2, jobId: "finance-5", state: "queued", notice: "Emails have been distributed" }, 202),
    );
    server.on("GET", "/jobs/finance-5", job("done", { result: { state: "sent" } }));
    renderScreen(
      <EmailLog
        invoiceId={7}
        emails={[entry(2, "failed", { error: "550 no such user" }), entry(1, "sent", { fileId: 77 })]}
        onChanged={changed}
      />,
    );
    expect(screen.getByText("550 no such user")).toBeTruthy();
    expect(((await screen.findByRole("link", { name: "Invoice" })) as HTMLAnchorElement).getAttribute("href")).toBe(
      "/file/77",
    );
    expect(screen.getAllByRole("button", { name: /Retry/ })).toHaveLength(1);
    await click(/Retry/);
    await waitFor(() => expect(changed).toHaveBeenCalledTimes(2));
  });

  it("an email that may have arrived is only sent again after a question", async () => {
    const server = partServer();
    renderScreen(<EmailLog invoiceId={7} emails={[entry(2, "unknown")]} onChanged={vi.fn()} />);
    await click(/Retry/);
    await user.click(await screen.findByRole("button", { name: "Go back" }));
    expect(callsTo(server, "/invoice/7/email/2/retry")).toHaveLength(0);
  });

  it("an empty log says so", () => {
    renderScreen(<EmailLog invoiceId={7} emails={[]} onChanged={vi.fn()} />);
    expect(screen.getByText("Nothing has been sent yet.")).toBeTruthy();
  });
});

describe("many at once", () => {
  const summary = {
    total: 3,
    ready: 2,
    drafts: 1,
    ids: [7, 8],
    skipped: [{ id: 9, number: "INV-9", name: "Bob", reason: "Please add a due date to the invoice first" }],
  };

  it("a bulk sending shows a preview, its progress, and each result", async () => {
    const server = partServer();
    server.on("POST", "/invoices/send/summary", ok(summary));
    server.on("POST", "/invoices/send", ok({ id: "finance-5" }, 202));
    server.on("GET", "/jobs/finance-5", job("running"));
    renderScreen(<BulkDialog what="send" choice={{ query: { status: "proposed" }, except: [4] }} onClose={vi.fn()} />);
    await screen.findByText("INV-9");
    expect(screen.getByRole("status").textContent).toContain("2 of 3 invoices will be sent. 1 of them are drafts");
    await user.click(await screen.findByText("Reminder"));
    await waitFor(() =>
      expect(callsTo(server, "/invoices/send/summary").at(-1)?.body).toEqual({
        query: { status: "proposed" },
        except: [4],
        kind: "reminder",
        again: false,
      }),
    );
    await screen.findByText("INV-9");
    await click("Send 2");
    await screen.findByText("Sending 1 of 2");
    const rows = [
      { id: 7, number: "INV-7", name: "Ada", state: "sent", reason: "" },
      { id: 8, number: "INV-8", name: "Eve", state: "failed", reason: "550 no such user" },
    ];
    server.on("GET", "/jobs/finance-5", job("done", { result: { rows, sent: 1, skipped: 0, failed: 1, unknown: 0 } }));
    await screen.findByText("1 sent, 1 failed", undefined, { timeout: 4000 });
    const [, first] = screen.getAllByRole("row");
    expect(within(first as HTMLElement).getByText("550 no such user")).toBeTruthy();
  });

  it("selected unpaid invoices are chased only with reminders", async () => {
    const server = partServer();
    server.on("POST", "/invoices/send/summary", ok(summary));
    renderScreen(<BulkDialog what="send" chase choice={{ query: { age: "over90" } }} onClose={vi.fn()} />);
    await screen.findByText("INV-9");
    expect(screen.getByText("Send reminders")).toBeTruthy();
    expect(screen.queryByText("Receipt")).toBeNull();
    expect(callsTo(server, "/invoices/send/summary").at(-1)?.body).toEqual({
      query: { age: "over90" },
      of: "unpaid",
      kind: "reminder",
      again: false,
    });
  });

  it("invoices are printed to one file", async () => {
    const server = partServer();
    URL.createObjectURL = () => "blob:file";
    server.on("POST", "/invoices/print/summary", ok({ ...summary, skipped: [] }));
    server.on("POST", "/invoices/print", ok({ id: "finance-5" }, 202));
    server.on(
      "GET",
      "/jobs/finance-5",
      job("done", { result: { rows: [], printed: 2, skipped: 0, fileId: 77, name: "Invoices.pdf" } }),
    );
    server.on("GET", "/file/77/download", () => ({ status: 200, body: "pdf" }));
    renderScreen(<BulkDialog what="print" choice={{ ids: [7, 8] }} onClose={vi.fn()} />);
    await user.click(await screen.findByRole("button", { name: "Print 2" }));
    await user.click(await screen.findByRole("button", { name: /Download PDF/ }));
    await waitFor(() => expect(server.calls.some((call) => call.path === "/file/77/download")).toBe(true));
    expect(callsTo(server, "/invoices/print")[0]?.body).toEqual({ ids: [7, 8], format: "pdf" });
  });

  it("invoices are printed to a ZIP with a file each", async () => {
    const server = partServer();
    server.on("POST", "/invoices/print/summary", ok({ ...summary, skipped: [] }));
    server.on("POST", "/invoices/print", ok({ id: "finance-5" }, 202));
    server.on(
      "GET",
      "/jobs/finance-5",
      job("done", { result: { rows: [], printed: 2, skipped: 0, fileId: 77, name: "Invoices.zip" } }),
    );
    renderScreen(<BulkDialog what="print" choice={{ ids: [7, 8] }} onClose={vi.fn()} />);
    await user.click(await screen.findByText("ZIP with a PDF of each"));
    await user.click(await screen.findByRole("button", { name: "Print 2" }));
    expect(await screen.findByRole("button", { name: /Download ZIP/ })).toBeTruthy();
    expect(callsTo(server, "/invoices/print")[0]?.body).toEqual({ ids: [7, 8], format: "zip" });
  });

  it("a bulk sending stops", async () => {
    const server = partServer();
    server.on("POST", "/invoices/print/summary", ok(summary));
    server.on("POST", "/invoices/print", ok({ id: "finance-5" }, 202));
    server.on("GET", "/jobs/finance-5", job("running"));
    server.on("POST", "/jobs/finance-5/cancel", ok({}));
    renderScreen(<BulkDialog what="print" choice={{ ids: [7] }} onClose={vi.fn()} />);
    await user.click(await screen.findByRole("button", { name: "Print 2" }));
    await user.click(await screen.findByRole("button", { name: "Stop" }));
    server.on("GET", "/jobs/finance-5", job("cancelled"));
    expect(await screen.findByText(/Stopped/, undefined, { timeout: 4000 })).toBeTruthy();
  });
});

import { currentToasts, dismissToast } from "@staffroom/ui";
import { fakeServer, forgetEverything, renderScreen, signInAs, type FakeServer } from "@staffroom/testing";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import TicketDialog from ".";
import { answer, answers, move, question, ticket, type Changed } from "./samples";

const callsTo = (server: FakeServer, method: string, path: string) =>
  server.calls.filter((call) => call.method === method && call.path === `/api/v2/support${path}`);
const ok =
  (data: unknown, status = 200) =>
  () => ({ status, body: { data } });

function server(shown: Changed | null = {}): FakeServer {
  const fake = fakeServer();
  for (const [path, answer] of Object.entries(answers)) fake.on("GET", path, ok(answer));
  fake.on(
    "GET",
    "/api/v2/support/ticket/23",
    shown ? ok(ticket(shown)) : () => ({ status: 404, body: { error: "There is no such entry", code: "not_found" } }),
  );
  for (const id of [70, 71])
    fake.on("POST", `/api/v2/support/message/${id}/read`, ok({ id, read: "2026-07-02T08:00:00Z" }));
  return fake;
}
const show = () => {
  const onClose = vi.fn();
  const onChanged = vi.fn();
  const shown = renderScreen(<TicketDialog id={23} onClose={onClose} onChanged={onChanged} />);
  return { onClose, onChanged, router: shown.router };
};
const buttons = () => [...document.querySelectorAll(".sr-ticket-foot button")].map((one) => one.textContent);

beforeEach(() => {
  signInAs();
  // The root route shows no refusals.
  window.location.hash = "/accounts/invoices";
});
afterEach(() => {
  window.location.hash = "";
  for (const { id } of currentToasts()) dismissToast(id);
  forgetEverything();
  localStorage.clear();
});

describe("a ticket", () => {
  it("shows the author, the details and the messages, times in London", async () => {
    server({ invoice: { id: 4, number: "INV-1-4" } });
    show();
    const details = await screen.findByLabelText("Details");
    for (const text of ["Stephen Staff", "01/07/26 12:30", "INV-1-4"]) expect(details.textContent).toContain(text);
    await waitFor(() => expect(details.textContent).toContain("Colin Colleague"));
    const [first, second] = within(screen.getByLabelText("Messages")).getAllByRole("listitem");
    expect(first?.querySelector("b")?.textContent).toBe("Stephen Staff");
    expect(first?.textContent).toContain("proof.pdf");
    expect(first?.textContent).toContain("Not read yet");
    expect(second?.textContent).toContain("Support");
    expect(second?.textContent).toContain("Read by Stephen Staff");
    expect(document.querySelector(".sr-ticket-title")?.textContent).toContain("In progress");
  });
  it("marks internal notes and merged messages, and sends a note without files", async () => {
    const fake = server({
      may: { message: true, note: true, support: true },
      messages: [
        question,
        { ...answer, id: 72, internal: true, users: [] },
        { ...question, id: 73, status: "merged", origin: { id: 21 }, users: [] },
      ],
    });
    fake.on("POST", "/api/v2/support/ticket/23/message", ok({ id: 74, status: "inprogress" }, 201));
    const { onChanged } = show();
    const [, note, merged] = within(await screen.findByLabelText("Messages")).getAllByRole("listitem");
    expect(note?.textContent).toContain("Internal note");
    expect(merged?.dataset.merged).toBe("true");
    expect(merged?.textContent).toContain("Merged from #21");
    fireEvent.click(screen.getByLabelText("Internal note"));
    fireEvent.change(await screen.findByLabelText("Message"), { target: { value: "<p>Look, @Colin Colleague</p>" } });
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    await waitFor(() => expect(onChanged).toHaveBeenCalled());
    expect(callsTo(fake, "POST", "/ticket/23/message")[0]?.body).toEqual({
      message: "<p>Look, @[Colin Colleague](user:12)</p>",
      internal: true,
    });
  });
  it("links from a merged ticket to the one with its messages, and separates it again", async () => {
    const fake = server({
      status: "resolved",
      mergedInto: { id: 21 },
      messages: [],
      may: { message: false, support: true },
    });
    fake.on("POST", "/api/v2/support/ticket/23/unmerge", ok({ id: 21, merged: [23] }));
    const { onChanged } = show();
    expect((await screen.findByText(/Merged into #21/)).textContent).toContain("Open ticket 21");
    fireEvent.click(screen.getByRole("button", { name: "More" }));
    fireEvent.click(await screen.findByText("Undo merge"));
    fireEvent.click(await screen.findByRole("button", { name: "Undo merge" }));
    await waitFor(() => expect(onChanged).toHaveBeenCalled());
    expect(callsTo(fake, "POST", "/ticket/23/unmerge")).toHaveLength(1);
  });
  it("names the tickets merged into it, and separates one again", async () => {
    const fake = server({
      merged: [{ id: 21, title: "VAT is wrong too", status: "resolved" }],
      may: { message: true, support: true },
    });
    fake.on("POST", "/api/v2/support/ticket/21/unmerge", ok({ id: 23, merged: [21] }));
    const { onChanged } = show();
    expect((await screen.findByText(/Merged here/)).textContent).toContain("#21 VAT is wrong too");
    fireEvent.click(screen.getByRole("button", { name: "Undo merge of #21" }));
    fireEvent.click(await screen.findByRole("button", { name: "Undo merge" }));
    await waitFor(() => expect(onChanged).toHaveBeenCalled());
    expect(callsTo(fake, "POST", "/ticket/21/unmerge")).toHaveLength(1);
  });
  it("shows the clocks with each pause, the rating and its text", async () => {
    const pause = {
      reason: "waiting" as const,
      began: "2026-07-01T13:00:00Z",
      ended: "2026-07-01T15:05:00Z",
      minutes: 125,
    };
    const service = {
      due: null,
      firstAnswerDue: "2026-07-01T12:00:00Z",
      firstAnswered: "2026-07-01T12:30:00Z",
      resolveDue: "2026-07-03T12:00:00Z",
      resolved: "2026-07-02T12:30:00Z",
      waitingSince: null,
      level: "missed" as const,
      pauses: [pause],
    };
    server({ status: "resolved", rating: 2, ratingComment: "Took too long", service, may: { message: false } });
    show();
    const details = await screen.findByLabelText("Details");
    await waitFor(() => expect(details.textContent).toContain("Took too long"));
    expect(details.textContent).toContain("First answer01/07/26 13:30 Late");
    expect(details.textContent).toContain("Solution02/07/26 13:30");
    expect(details.textContent).toContain("The clock stood still once");
    expect(details.textContent).toContain(
      "Waiting for an answer: 01/07/26 14:00 to 01/07/26 16:05, 2 h 05 of working time",
    );
  });
  it("stops the clock with an answer of the team, never with a note", async () => {
    const fake = server({ may: { message: true, note: true, support: true } });
    fake.on("POST", "/api/v2/support/ticket/23/message", ok({ id: 74, status: "inprogress" }, 201));
    const { onChanged } = show();
    fireEvent.change(await screen.findByLabelText("Message"), { target: { value: "<p>Which one?</p>" } });
    fireEvent.click(screen.getByLabelText("Internal note"));
    await waitFor(() => expect(screen.queryByLabelText("Wait for the answer")).toBeNull());
    fireEvent.click(screen.getByLabelText("Internal note"));
    fireEvent.click(await screen.findByLabelText("Wait for the answer"));
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    await waitFor(() => expect(onChanged).toHaveBeenCalled());
    expect(callsTo(fake, "POST", "/ticket/23/message")[0]?.body).toMatchObject({
      message: "<p>Which one?</p>",
      waits: true,
    });
  });
  it("shows who emailed a message, folds quotations, and names refused files and bounces", async () => {
    const incoming = [
      {
        id: 5,
        messageId: 70,
        sender: "eve@example.org",
        senderName: "Eve",
        received: "2026-07-01T11:30:00Z",
        subject: "VAT",
        onTicket: false,
        folded: "<p>On Monday we wrote</p>",
        attachments: [{ name: "run.exe", size: 3, fileId: null, refused: "It is no document" }],
      },
    ];
    const outgoing = [
      {
        id: 6,
        messageId: 71,
        recipient: "eve@example.org",
        state: "sent",
        error: "",
        sent: "2026-07-01T12:00:00Z",
        bounced: "2026-07-01T12:01:00Z",
        bounceReason: "550 no such user",
      },
    ];
    server({ mails: { address: "eve@example.org", incoming, outgoing } });
    show();
    const list = await screen.findByLabelText("Messages");
    const [first, second] = [...list.querySelectorAll<HTMLElement>(".sr-ticket-message")];
    for (const text of [
      "By mail",
      "Not on this ticket",
      "From eve@example.org",
      "Not attached: run.exe. It is no document",
      "Original mail",
    ])
      expect(first?.textContent).toContain(text);
    expect(first?.querySelector("details")?.open).toBe(false);
    expect(first?.querySelector("details")?.textContent).toContain("On Monday we wrote");
    expect(second?.textContent).toContain("Came back eve@example.org: 550 no such user");
  });
  it("shows each person whether the answer was sent, and refetches while an email is being sent", async () => {
    const mail = (id: number, recipient: string, more: object) => ({
      id,
      messageId: 71,
      recipient,
      state: "sent",
      error: "",
      sent: "2026-07-01T12:00:00Z",
      bounced: null,
      bounceReason: "",
      ...more,
    });
    const shown = (state: string, sent: string | null) =>
      ok(
        ticket({
          mails: {
            address: "",
            incoming: [],
            outgoing: [
              mail(6, "ada@example.org", {}),
              mail(7, "ben@example.org", { state, sent }),
              mail(8, "eve@example.org", {
                state: "unknown",
                sent: null,
                error: "It is not known whether it went out",
              }),
            ],
          },
        }),
      );
    const fake = server();
    let reads = 0;
    fake.on("GET", "/api/v2/support/ticket/23", () =>
      shown((reads += 1) === 1 ? "queued" : "sent", reads === 1 ? null : "2026-07-01T12:05:00Z")(),
    );
    fake.on("POST", "/api/v2/support/presence/23", ok({ people: [], version: 1, messages: 2 }));
    show();
    const list = await screen.findByLabelText("Messages");
    await waitFor(() => expect(list.textContent).toContain("Mailed to ben@example.org, 01/07/26 13:05"));
    for (const text of [
      "Mailed to ada@example.org, 01/07/26 13:00",
      "Not known eve@example.org: It is not known whether it went out",
    ])
      expect(list.textContent).toContain(text);
  });
  it("splits a message off, but never the question", async () => {
    const fake = server({ may: { message: true, support: true } });
    fake.on(
      "POST",
      "/api/v2/support/message/71/split",
      ok({ id: 24, status: "submitted", notice: "Ticket 24 split off" }, 201),
    );
    show();
    const [split, ...others] = await screen.findAllByRole("button", { name: "Split off" });
    expect(others).toHaveLength(0);
    fireEvent.click(split as HTMLElement);
    const dialog = (await screen.findByText("Split into a new ticket")).closest<HTMLElement>(
      ".ant-modal",
    ) as HTMLElement;
    fireEvent.change(await within(dialog).findByRole("textbox", { name: "Title" }), { target: { value: "Another" } });
    fireEvent.click(within(dialog).getByRole("button", { name: "Split off" }));
    await waitFor(() => expect(callsTo(fake, "POST", "/message/71/split")[0]?.body).toEqual({ title: "Another" }));
  });
  it("opens with the messages in a narrow window, the details folded below", async () => {
    server();
    const wide = window.matchMedia;
    vi.spyOn(window, "matchMedia").mockImplementation((query) => ({
      ...wide(query),
      matches: query === "(max-width: 760px)",
    }));
    show();
    const messages = await screen.findByLabelText("Messages");
    const folded = document.querySelector<HTMLDetailsElement>(".sr-ticket-fold");
    expect(messages.compareDocumentPosition(folded as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(folded?.open).toBe(false);
    expect(folded?.firstElementChild?.textContent).toBe("Details");
    vi.restoreAllMocks();
  });
  it("marks only what is new to the reader as read", async () => {
    const fake = server();
    show();
    await waitFor(() => expect(callsTo(fake, "POST", "/message/70/read")).toHaveLength(1));
    expect(callsTo(fake, "POST", "/message/71/read")).toHaveLength(0);
  });
  it("sends a message and deletes its draft", async () => {
    const fake = server();
    fake.on("POST", "/api/v2/support/ticket/23/message", ok({ id: 72, status: "inprogress" }, 201));
    const { onChanged } = show();
    fireEvent.change(await screen.findByLabelText("Message"), { target: { value: "<p>And the second line?</p>" } });
    expect(localStorage.getItem("staffroom.draft.ticket:23:message")).toContain("second line");
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    await waitFor(() => expect(onChanged).toHaveBeenCalled());
    const [sent] = callsTo(fake, "POST", "/ticket/23/message");
    expect(sent?.body).toEqual({ message: "<p>And the second line?</p>", fileIds: [] });
    expect(sent?.headers["idempotency-key"]).toBeTruthy();
    expect(localStorage.getItem("staffroom.draft.ticket:23:message")).toBeNull();
    expect((screen.getByLabelText("Message") as HTMLTextAreaElement).value).toBe("");
  });
  it("accepts no message when it is resolved, and offers Reopen", async () => {
    server({ status: "resolved", may: { edit: [], message: false }, moves: [move("reopen", "Reopen")] });
    show();
    expect(await screen.findByText("This ticket is resolved")).toBeTruthy();
    expect(screen.queryByLabelText("Message")).toBeNull();
    expect(buttons()).toEqual(["Close", "Reopen"]);
  });
  it("closes when it is resolved, not when it is reopened", async () => {
    const fake = server({ moves: [move("resolve", "Resolved"), move("reopen", "Reopen")] });
    for (const name of ["resolve", "reopen"])
      fake.on("POST", `/api/v2/support/ticket/23/${name}`, ok({ id: 23, status: name }));
    const { onClose, onChanged } = show();
    fireEvent.click(await screen.findByRole("button", { name: "Reopen" }));
    await waitFor(() => expect(onChanged).toHaveBeenCalledTimes(1));
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole("button", { name: "Resolved" }));
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });
  it.each([
    ["View error", { error: { id: 31 } }, "/admin/errors?id=31"],
    ["View slip", { slip: { id: 32 } }, "/system/slips?slip=32"],
    ["View invoice", { invoice: { id: 33, number: null } }, "/accounts/invoices?invoice=33"],
  ])("has %s if there is one", async (name, more, target) => {
    server(more);
    const { onClose, router } = show();
    fireEvent.click(await screen.findByRole("button", { name }));
    expect(onClose).toHaveBeenCalled();
    expect(router.state.location.pathname + router.state.location.search).toBe(target);
  });
  it("has no empty sections, and only the offered moves", async () => {
    server();
    show();
    await screen.findByLabelText("Messages");
    expect(buttons()).toEqual(["Close"]);
  });
  it("saves a field that the team may edit, by id", async () => {
    const fake = server({ may: { edit: ["title"], message: true } });
    fake.on("PUT", "/api/v2/support/ticket/23", ok({ field: "title", value: "VAT", version: 2 }));
    show();
    const title = await screen.findByLabelText(/^Title/);
    fireEvent.change(title, { target: { value: "VAT" } });
    fireEvent.blur(title);
    await waitFor(() =>
      expect(callsTo(fake, "PUT", "/ticket/23")[0]?.body).toEqual({
        field: "title",
        newValue: "VAT",
        oldValue: "VAT looks wrong",
      }),
    );
    expect(screen.queryByLabelText("Priority")).toBeNull();
  });
  it("says so if the reader may not see it", async () => {
    server(null);
    show();
    expect(await screen.findByText("This ticket is not yours to see")).toBeTruthy();
  });
});

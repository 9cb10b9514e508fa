import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { BugReportDialog, WidgetProvider, type WidgetSource } from "@staffroom/ui";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import InvoiceEditor from "./editor";
import { exampleAnswers, exampleInvoice } from "./example";

type NewTicket = { invoiceId?: number; title?: string; onClose: () => void; onRaised?: (id: number) => void };
type Ticket = { id: number; onClose: () => void };

/** Stands in for the widgets of the support area. */
const support = ((name: string) => {
  if (name === "new-ticket") {
    return ({ invoiceId, title, onRaised, onClose }: NewTicket) => (
      <dialog open>
        New ticket about {invoiceId}: {title}
        <button type="button" onClick={() => (onRaised?.(43), onClose())}>
          Raise
        </button>
      </dialog>
    );
  }
  if (name === "ticket")
    return ({ id, onClose }: Ticket) => (
      <dialog open>
        Ticket {id}
        <button type="button" onClick={onClose}>
          Shut
        </button>
      </dialog>
    );
  return null;
}) as unknown as WidgetSource;
const nothing: WidgetSource = () => null;

async function show(more: object = {}, source = support) {
  const server = fakeServer();
  server.on("GET", "/invoice/7", () => ({ status: 200, body: { data: exampleInvoice(more) } }));
  for (const [path, data] of Object.entries(exampleAnswers))
    server.on("GET", path, () => ({ status: 200, body: { data } }));
  renderScreen(
    <WidgetProvider value={source}>
      <InvoiceEditor id={7} onClose={vi.fn()} onOpen={vi.fn()} />
      <BugReportDialog />
    </WidgetProvider>,
  );
  await screen.findByText("Billing year");
}
const choose = async (text: string) => {
  fireEvent.click(screen.getByRole("button", { name: "More" }));
  fireEvent.click(await screen.findByText(text));
};

beforeEach(() => signInAs());

it("Help raises a ticket about the invoice, and shows it from then on", async () => {
  await show();
  await choose("Help");
  expect((await screen.findByText(/New ticket about/)).textContent).toContain(
    "New ticket about 7: Invoice INV-10007: ",
  );
  fireEvent.click(screen.getByText("Raise"));
  await waitFor(() => expect(screen.queryByText(/New ticket about/)).toBeNull());
  await choose("View support ticket");
  expect(await screen.findByText("Ticket 43")).toBeTruthy();
  fireEvent.click(screen.getByText("Shut"));
  expect(screen.queryByText("Ticket 43")).toBeNull();
});

it("View support ticket replaces Help once there is a ticket", async () => {
  await show({ supportTicket: { id: 12, status: "resolved" } });
  await choose("View support ticket");
  expect(await screen.findByText("Ticket 12")).toBeTruthy();
  expect(screen.queryByText("Help")).toBeNull();
});

it("without the support area, Help offers an error report", async () => {
  await show({}, nothing);
  await choose("Help");
  const report = await screen.findByLabelText("What were you doing, and what happened?");
  expect((report as HTMLTextAreaElement).value).toBe("Invoice INV-10007: ");
});

import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { Invoice } from "../types";
import InvoiceEditor from "./editor";
import { buttons, exampleAnswers, exampleInvoice } from "./example";

const both = ["stopReminders", "resumeReminders"];
const own = { clientId: null, reason: "Disputed", by: "Bea Books", date: "2026-11-24T09:00:00Z" };

async function show(more: object) {
  const server = fakeServer();
  let invoice: Invoice = exampleInvoice(more);
  server.on("GET", "/invoice/7", () => ({ status: 200, body: { data: invoice } }));
  for (const [path, data] of Object.entries(exampleAnswers))
    server.on("GET", path, () => ({ status: 200, body: { data } }));
  for (const [name, reminderStop] of [
    ["stop", own],
    ["resume", null],
  ] as const) {
    server.on("POST", `/invoices/reminders/${name}`, () => {
      invoice = exampleInvoice({ ...more, reminderStop });
      return { status: 200, body: { data: {} } };
    });
  }
  renderScreen(<InvoiceEditor id={7} onClose={vi.fn()} onOpen={vi.fn()} />);
  await screen.findByText("Billing year");
  return () => server.calls.filter(({ method }) => method === "POST").map(({ path, body }) => [path, body]);
}
const card = () => screen.queryByText("Reminders", { selector: "h2" })?.parentElement;

beforeEach(() => signInAs());

it("an invoice's reminders are stopped with a reason, and the user is shown", async () => {
  const sent = await show({ actions: both, reminderStop: null });
  fireEvent.click(buttons("Stop reminders")[0] as HTMLElement);
  fireEvent.change(await screen.findByLabelText(/^Reason/), { target: { value: "Disputed" } });
  fireEvent.click(document.querySelector(".ant-modal button[type=submit]") as HTMLElement);
  await waitFor(() => expect(sent()).toEqual([["/invoices/reminders/stop", { invoiceId: 7, reason: "Disputed" }]]));
  expect(await screen.findByText("Stopped by Bea Books on 24/11/26: Disputed")).toBeTruthy();
});

it("the reminders of all the client's invoices are stopped", async () => {
  const sent = await show({ actions: both, reminderStop: null });
  fireEvent.click(buttons("Stop reminders")[0] as HTMLElement);
  fireEvent.mouseDown(await screen.findByLabelText(/^For/));
  fireEvent.click(await screen.findByText(/^All invoices of /, { selector: ".ant-select-item-option-content" }));
  fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: "Pays each term" } });
  fireEvent.click(document.querySelector(".ant-modal button[type=submit]") as HTMLElement);
  await waitFor(() =>
    expect(sent()).toEqual([["/invoices/reminders/stop", { clientId: 195, reason: "Pays each term" }]]),
  );
});

it("reminders are resumed", async () => {
  const sent = await show({ actions: both, reminderStop: own });
  expect(buttons("Stop reminders", card() as HTMLElement)).toHaveLength(0);
  fireEvent.click(buttons("Resume")[0] as HTMLElement);
  await waitFor(() => expect(sent()).toEqual([["/invoices/reminders/resume", { invoiceId: 7 }]]));
  await waitFor(() => expect(buttons("Stop reminders")).toHaveLength(1));
});

it("a stop of the client is shown and ended", async () => {
  const sent = await show({ actions: both, reminderStop: { ...own, clientId: 9 } });
  expect(card()?.textContent).toContain("Stopped for all invoices of this client by Bea Books on 24/11/26: Disputed");
  fireEvent.click(buttons("Resume for this client")[0] as HTMLElement);
  await waitFor(() => expect(sent()).toEqual([["/invoices/reminders/resume", { clientId: 9 }]]));
});

it("the card is hidden without the right", async () => {
  await show({ actions: [] });
  expect(card()).toBeUndefined();
});

it("a stop that can be resumed is kept after nothing is owed", async () => {
  await show({ actions: ["resumeReminders"], reminderStop: own });
  expect(buttons("Resume")).toHaveLength(1);
});

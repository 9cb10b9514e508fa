import { currentToasts, dismissToast } from "@staffroom/ui";
import { fakeServer, forgetEverything, renderScreen, signInAs } from "@staffroom/testing";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import InvoiceEditor from "./editor";
import { buttons, exampleAnswers, exampleInvoice } from "./example";

const ok = (data: unknown, status = 200) => () => ({ status, body: { data } });
const click = async (name: string) => fireEvent.click(await waitFor(() => {
  const found = buttons(name).at(-1);
  if (!found) throw new Error(`No button ${name}`);
  return found;
}));

beforeEach(() => signInAs());
afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
  forgetEverything();
});

it("brings a deleted text back to its place: Undo sends all that DELETE answered", async () => {
  const server = fakeServer();
  for (const [path, data] of Object.entries({ ...exampleAnswers, "/invoice/7": exampleInvoice({}) })) server.on("GET", path, ok(data));
  const body = { place: "footer", tag: "sample", description: "<p>Please pay by the due date.</p>", displayOrder: 0 };
  server.on("DELETE", "/invoice/footerHeader/22", ok({ id: 22, deleted: body }));
  server.on("POST", "/invoice/7/footerHeader/footer", ok({ id: 24 }, 201));
  renderScreen(<InvoiceEditor id={7} onClose={vi.fn()} onOpen={vi.fn()} />);
  fireEvent.click(await screen.findByText("Footer items"));
  await click("Delete footer item 1");
  await click("Yes");
  await waitFor(() => expect(currentToasts().at(-1)?.action?.label).toBe("Undo"));
  act(() => currentToasts().at(-1)?.action?.run());
  await waitFor(() => expect(server.calls.find((call) => call.method === "POST" && call.path.endsWith("/footer"))?.body).toEqual(body));
});

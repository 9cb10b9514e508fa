import { currentToasts, dismissToast } from "@staffroom/ui";
import { fakeServer, forgetEverything, renderScreen, signInAs } from "@staffroom/testing";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import InvoiceEditor from "../editor";
import { buttons, exampleAnswers, exampleInvoice } from "../example";

const ok =
  (data: unknown, status = 200) =>
  () => ({ status, body: { data } });
const click = async (name: string | RegExp, within?: ParentNode) =>
  fireEvent.click(
    await waitFor(() => {
      const button = buttons(name, within).at(-1);
      if (!button) throw new Error(`No button ${String(name)}`);
      return button;
    }),
  );

async function showFooters() {
  const server = fakeServer();
  for (const [path, data] of Object.entries({ ...exampleAnswers, "/invoice/7": exampleInvoice({}) }))
    server.on("GET", path, ok(data));
  server.on("POST", "/invoice/7/footerHeader/footer", ok({ id: 23 }, 201));
  renderScreen(<InvoiceEditor id={7} onClose={vi.fn()} onOpen={vi.fn()} />);
  fireEvent.click(await screen.findByText("Footer items"));
  expect(await screen.findByText("Please pay by the due date.")).toBeTruthy();
  return {
    server,
    sent: () =>
      server.calls
        .filter(({ method, path }) => method === "POST" && path === "/invoice/7/footerHeader/footer")
        .map(({ body }) => body),
  };
}

beforeEach(() => signInAs());
afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
  forgetEverything();
});

describe("texts", () => {
  it("texts are above and below, typed or from samples", async () => {
    const { sent } = await showFooters();
    const panel = document.querySelector(".ant-tabs-tabpane-active, .ant-tabs-content-active") as HTMLElement;
    await click(/Samples/, panel);
    fireEvent.click(await screen.findByText("With thanks"));
    await waitFor(() => expect(sent()[0]).toEqual({ tag: "sample", description: "<p>With thanks</p>" }));
    await click("Add footer item", panel);
    fireEvent.change(await screen.findByLabelText(/^Text/), { target: { value: "<p>Own</p>" } });
    await click("Save", panel);
    await waitFor(() => expect(sent()[1]).toEqual({ tag: "custom", description: "<p>Own</p>" }));
  });
  it("a deleted text returns to its place: Undo sends everything that DELETE returned", async () => {
    const { server, sent } = await showFooters();
    const body = { place: "footer", tag: "sample", description: "<p>Please pay by the due date.</p>", displayOrder: 0 };
    server.on("DELETE", "/invoice/footerHeader/22", ok({ id: 22, deleted: body }));
    await click("Delete footer item 1");
    await click("Delete item");
    await waitFor(() => expect(currentToasts().at(-1)?.action?.label).toBe("Undo"));
    act(() => currentToasts().at(-1)?.action?.run());
    await waitFor(() => expect(sent()).toEqual([body]));
  });
});

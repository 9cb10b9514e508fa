import { currentToasts, dismissToast } from "@staffroom/ui";
import { fakeServer, forgetEverything, renderScreen, signInAs, type FakeServer } from "@staffroom/testing";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import NewTicket from "./new-ticket";
import { answers } from "./samples";

const callsTo = (server: FakeServer, method: string, path: string) =>
  server.calls.filter((call) => call.method === method && call.path === `/api/v2/support${path}`);
const ok =
  (data: unknown, status = 200) =>
  () => ({ status, body: { data } });

function server(): FakeServer {
  const fake = fakeServer();
  for (const [path, answer] of Object.entries(answers)) fake.on("GET", path, ok(answer));
  return fake;
}
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

describe("a new ticket", () => {
  const form = (props: Partial<Parameters<typeof NewTicket>[0]> = {}) => {
    const onClose = vi.fn();
    const onRaised = vi.fn();
    renderScreen(
      <NewTicket invoiceId={4} title="Invoice INV-1-4: " onClose={onClose} onRaised={onRaised} {...props} />,
    );
    return { onClose, onRaised };
  };
  const choose = async (label: string, option: string) => {
    fireEvent.mouseDown(screen.getByLabelText(new RegExp(`^${label}`), { selector: "input" }));
    const entry = await waitFor(() => {
      const one = [
        ...document.querySelectorAll(".ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option"),
      ].find(({ textContent }) => textContent === option);
      if (!one) throw new Error(`No option ${option}`);
      return one;
    });
    fireEvent.click(entry);
  };

  it("is raised about the invoice, for the person who asks, at normal priority", async () => {
    const fake = server();
    fake.on(
      "POST",
      "/api/v2/support/ticket",
      ok({ id: 43, status: "submitted", notice: "Support ticket raised" }, 201),
    );
    const { onClose, onRaised } = form();
    await choose("Support team", "Tech support");
    await choose("Category", "Bug");
    await choose("Responsible staff", "Theo Tech · Tech support");
    fireEvent.change(screen.getByLabelText("Message"), { target: { value: "<p>Why?</p>" } });
    fireEvent.click(screen.getByRole("button", { name: "Raise ticket" }));
    await waitFor(() => expect(onRaised).toHaveBeenCalledWith(43));
    expect(onClose).toHaveBeenCalled();
    expect(callsTo(fake, "POST", "/ticket")[0]?.body).toEqual({
      team: "techSupport",
      metaType: "bug",
      title: "Invoice INV-1-4:",
      message: "<p>Why?</p>",
      priority: 3,
      primaryUser: 1,
      responsibleStaff: 9,
      infoUsers: [],
      fileIds: [],
      invoiceId: 4,
    });
    expect(currentToasts().map(({ text }) => text)).toEqual(["Support ticket raised"]);
  });
  it("names what is missing and keeps the entries", async () => {
    const fake = server();
    const { onClose } = form({ title: "" });
    fireEvent.click(screen.getByRole("button", { name: "Raise ticket" }));
    expect(await screen.findByText("Please check for errors in the form")).toBeTruthy();
    const problems = [...document.querySelectorAll("[data-field]")]
      .filter((field) => field.querySelector(".sr-note-bad"))
      .map((field) => field.getAttribute("data-field"));
    expect(problems).toEqual(["team", "metaType", "title", "message"]);
    expect(callsTo(fake, "POST", "/ticket")).toHaveLength(0);
    expect(onClose).not.toHaveBeenCalled();
  });
  it("stays open with the server's message when it is refused", async () => {
    const fake = server();
    const text = "There is already a support ticket about this slip";
    fake.on("POST", "/api/v2/support/ticket", () => ({ status: 409, body: { error: text, code: "exists_already" } }));
    const { onClose } = form({ invoiceId: undefined, slipId: 9, title: "Slip" });
    await choose("Support team", "Academic office");
    await choose("Category", "General");
    fireEvent.change(screen.getByLabelText("Message"), { target: { value: "<p>Why?</p>" } });
    fireEvent.click(screen.getByRole("button", { name: "Raise ticket" }));
    await waitFor(() => expect(currentToasts()).toHaveLength(1));
    expect(JSON.stringify(currentToasts())).toContain(text);
    expect(onClose).not.toHaveBeenCalled();
  });
});

import { fakeServer, renderRoute, serveList, signInAs } from "@staffroom/testing";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import type { SentMail } from "../types";
import area from "../../area";

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const mail: SentMail = {
  id: 6,
  person: "Ada Abbott",
  recipient: "ada@example.org",
  subject: "Welcome, Ada",
  body: "<p>Dear Ada</p><script>window.hurt = 1</script>",
  fileIds: [7, 8],
  template: "Welcome",
  state: "sent",
  error: "",
  sentBy: "Sofia Admin",
  queued: "2026-11-21T09:30:00Z",
  sent: "2026-11-21T09:31:00Z",
};

beforeEach(() => signInAs());

function show(address: string, more: Partial<SentMail> = {}) {
  const server = fakeServer();
  serveList(server, "/emailTemplates/sent", [{ id: 6, name: "Ada Abbott" }]);
  server.on("GET", "/emailTemplates/sent/6", () => ({ status: 200, body: { data: { ...mail, ...more } } }));
  return { server, ...renderRoute(area, address) };
}
const fact = (name: string) => screen.getByText(name).closest(".sr-facts > div")?.textContent;

it("a sent email shows recipient, sender, time and files, and nothing in it runs", async () => {
  const { router } = show("/support/emails/sent");
  await user.dblClick(await screen.findByText("Ada Abbott"));
  expect(await screen.findByText("Dear Ada")).toBeTruthy();
  expect(router.state.location.search).toBe("?id=6");
  expect(fact("To")).toContain("Ada Abbott <ada@example.org>");
  expect(fact("By")).toContain("Sofia Admin, 21/11/26 09:30");
  expect(fact("Sent")).toContain("21/11/26 09:31");
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(
    expect.arrayContaining(["#/file/7", "#/file/8"]),
  );
  expect(document.querySelector(".sr-richtext script")).toBeNull();
  expect(screen.queryByText("Error")).toBeNull();
});

it("a failed email shows the reason, without a time", async () => {
  show("/support/emails/sent?id=6", { error: "550 no such user", sent: null, fileIds: [] });
  expect(await screen.findByText("550 no such user")).toBeTruthy();
  expect(screen.queryByText("Sent")).toBeNull();
  expect(screen.queryByText("Attachments")).toBeNull();
});

it("an email that does not load says so, and can be retried", async () => {
  const { server } = show("/support/emails/sent");
  let broken = true;
  server.on("GET", "/emailTemplates/sent/9", () =>
    broken ? { status: 500, body: { error: "The log broke" } } : { status: 200, body: { data: { ...mail, id: 9 } } },
  );
  renderRoute(area, "/support/emails/sent?id=9");
  expect(await screen.findByText("The email did not load")).toBeTruthy();
  broken = false;
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("Dear Ada")).toBeTruthy();
});

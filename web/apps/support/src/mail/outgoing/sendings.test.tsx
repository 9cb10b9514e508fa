import { fakeServer, renderRoute, serveList, signInAs } from "@staffroom/testing";
import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import area from "../../area";

const sending = {
  id: 4,
  template: "Open day",
  entityType: "student",
  state: "paused",
  recipients: 5000,
  sendAt: null,
  finished: null,
  sentBy: "Olga Office",
  sent: 1250,
  failed: 2,
  unknown: 0,
  skipped: 3,
  waiting: 3745,
  moves: [],
};

beforeEach(() => signInAs());

it("a sending shows its progress, and links to its emails", async () => {
  const server = fakeServer();
  serveList(server, "/emailTemplates/sendings", [{ id: 4, name: "Open day" }]);
  server.on("GET", "/emailTemplates/sendings/4", () => ({ status: 200, body: { data: sending } }));
  renderRoute(area, "/support/emails/sendings?id=4");
  const fact = (name: string) => screen.getByText(name).closest(".sr-facts > div")?.textContent;
  expect(await screen.findByText("3,745")).toBeTruthy();
  expect(fact("Sent")).toContain("1,250");
  expect(fact("Not sent")).toContain("2");
  expect(screen.queryByText("Not known")).toBeNull();
  expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("25");
  expect(screen.getByRole("link", { name: "Show the outcome of each mail" }).getAttribute("href")).toBe(
    "#/support/emails/sent?sendingId=4",
  );
});

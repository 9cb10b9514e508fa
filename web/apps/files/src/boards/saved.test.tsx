import { fakeServer, renderScreen, serveList, signInAs, textColumn } from "@staffroom/testing";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import SavedBoards from "./saved";

beforeEach(() => signInAs());

it("deleted boards are listed and one is restored", async () => {
  const server = fakeServer();
  serveList(server, "/boards", []);
  serveList(server, "/boards/deleted", [{ id: 4, name: "Quadratics" }], { columns: [textColumn("name", "Name")] });
  server.on("POST", "/board/4/recover", () => ({ status: 200, body: { data: { id: 4 } } }));
  renderScreen(<SavedBoards />, { address: "/whiteboards/saved" });
  await userEvent.click(await screen.findByText("Deleted"));
  await userEvent.click(await screen.findByLabelText("Restore Quadratics"));
  await waitFor(() => expect(server.calls.some(({ path }) => path === "/board/4/recover")).toBe(true));
  await waitFor(() => expect(server.calls.filter(({ path }) => path === "/boards/deleted").length).toBeGreaterThan(1));
});

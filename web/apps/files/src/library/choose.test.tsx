import { fakeServer, renderScreen, signInAs, type FakeServer } from "@staffroom/testing";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import FromLibrary from "./choose";

let server: FakeServer;
const serve = (path: string, data: unknown) => server.on("GET", path, () => ({ status: 200, body: { data } }));
const folder = (id: number, name: string, part: object) => ({
  id,
  folderId: id,
  name,
  breadcrumbs:
    id === 1
      ? [{ id: 1, name: "Library" }]
      : [
          { id: 1, name: "Library" },
          { id, name },
        ],
  subfolders: [],
  files: [],
  more: false,
  level: "read",
  ...part,
});

beforeEach(() => {
  signInAs();
  server = fakeServer();
  serve("/library/roots", [{ id: 1, orgId: 3 }]);
  serve("/folder/1", folder(1, "Library", { subfolders: [{ id: 5, name: "Policies" }] }));
  serve("/folder/5", folder(5, "Policies", { files: [{ id: 10, name: "Fees", extension: "pdf", size: 2048 }] }));
  server.on("POST", "/library/copy", () => ({ status: 201, body: { data: { id: 71, ids: [71] } } }));
});

it("an email gets copies of the files chosen in folders", async () => {
  const chosen = vi.fn();
  renderScreen(<FromLibrary kind="document" onChosen={chosen} />);
  await userEvent.click(await screen.findByText("From the library"));
  await userEvent.click(await screen.findByText("Policies", undefined, { timeout: 5000 }));
  await userEvent.click(await screen.findByLabelText(/Fees\.pdf/));
  await userEvent.click(screen.getByText("Add files"));
  await waitFor(() => expect(chosen).toHaveBeenCalledWith([{ id: 71, name: "Fees.pdf", size: 2048 }]));
  expect(server.calls.find(({ path }) => path === "/library/copy")?.body).toEqual({
    fileIds: [10],
    uploadType: "document",
    entityType: "",
    entityTypeId: null,
  });
});

it("users without access to the library see no button", async () => {
  serve("/library/roots", []);
  renderScreen(<FromLibrary />);
  await waitFor(() => expect(server.calls.some(({ path }) => path === "/library/roots")).toBe(true));
  expect(screen.queryByText("From the library")).toBeNull();
});

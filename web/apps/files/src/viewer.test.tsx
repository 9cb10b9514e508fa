import { fakeServer, renderScreen, signInAs, type FakeServer } from "@staffroom/testing";
import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { Viewer } from "./viewer";

beforeEach(() => {
  signInAs();
  URL.createObjectURL = () => "blob:file";
  URL.revokeObjectURL = () => undefined;
});

function serve(server: FakeServer, id: number, extension: string, body = "Words of the file") {
  const details = {
    id, name: `file${id}`, extension, contentType: "homework", description: "Week 3", fileType: "text/plain", size: body.length,
    uploadedAt: "2026-11-20T10:00:00Z", uploadedBy: { id: 1, name: "Sofia Admin" },
  };
  server.on("GET", `/file/${id}/details`, () => ({ status: 200, body: { data: details } }));
  server.on("GET", `/file/${id}/download`, () => ({ status: 200, body }));
}

function show(extension: string, files = [1, 2, 3], current = 2) {
  const server = fakeServer();
  serve(server, current, extension);
  const onShow = vi.fn();
  const onClose = vi.fn();
  renderScreen(<Viewer files={files} current={current} onShow={onShow} onClose={onClose} />);
  return { onShow, onClose };
}

it("shows a text, who uploaded it and when", async () => {
  show("txt");
  expect(await screen.findByText("Words of the file")).toBeTruthy();
  expect(screen.getByRole("heading", { name: "file2.txt" })).toBeTruthy();
  expect(screen.getByText(/uploaded 20\/11\/26 10:00 by Sofia Admin\. Week 3/)).toBeTruthy();
});

it.each([["png", "img"], ["mp3", "audio"], ["mp4", "video"]])("a %s is drawn as %s with a name", async (extension, tag) => {
  show(extension);
  const drawn = await screen.findByLabelText(`file2.${extension}`).catch(() => screen.findByAltText(`file2.${extension}`));
  expect(drawn.tagName.toLowerCase()).toBe(tag);
});

it("offers the download of what has no preview", async () => {
  show("docx");
  expect(await screen.findByText("No preview of this type")).toBeTruthy();
});

it("says so when the browser cannot show a picture", async () => {
  show("tiff");
  fireEvent.error(await screen.findByAltText("file2.tiff"));
  expect(await screen.findByText("Your browser cannot show this picture")).toBeTruthy();
});

it("says so when the browser cannot play a file", async () => {
  show("mp4");
  fireEvent.error(await screen.findByLabelText("file2.mp4"));
  expect(await screen.findByText("Your browser cannot play this file")).toBeTruthy();
});

it("walks the files and says where they end", async () => {
  const { onShow, onClose } = show("txt", [1, 2]);
  await screen.findByText("Words of the file");
  await userEvent.click(screen.getByText("Next"));
  expect(await screen.findByText("This is the last file in the list")).toBeTruthy();
  expect(onShow).not.toHaveBeenCalled();
  await userEvent.click(screen.getByText("Previous"));
  expect(onShow).toHaveBeenCalledWith(1);
  await userEvent.click(screen.getByText("Close"));
  expect(onClose).toHaveBeenCalledOnce();
});

it.each([
  [402, "Access denied", "You do not currently have access to this file"],
  [404, "File not found", "We are sorry. We are currently unable to find the file, please contact support."],
])("says what a %i means, word for word", async (status, title, text) => {
  const server = fakeServer();
  server.on("GET", "/file/2/details", () => ({ status, body: { error: "No" } }));
  renderScreen(<Viewer files={[2]} current={2} onShow={() => undefined} onClose={() => undefined} />);
  expect(await screen.findAllByText(title)).not.toHaveLength(0);
  expect(screen.getAllByText(text)).not.toHaveLength(0);
  expect(screen.getAllByText("Contact support")[0]?.getAttribute("href")).toMatch(/^mailto:/);
});

it("offers Retry where the file did not load for another reason", async () => {
  const server = fakeServer();
  server.on("GET", "/file/2/details", () => ({ status: 500, body: { error: "The store broke" } }));
  renderScreen(<Viewer files={[2]} current={2} onShow={() => undefined} onClose={() => undefined} />);
  expect(await screen.findByText("The store broke")).toBeTruthy();
  serve(server, 2, "txt");
  await userEvent.click(screen.getByText("Retry"));
  expect(await screen.findByText("Words of the file")).toBeTruthy();
});

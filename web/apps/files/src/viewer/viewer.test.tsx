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
    id,
    name: `file${id}`,
    extension,
    contentType: "homework",
    description: "Week 3",
    fileType: "text/plain",
    size: body.length,
    uploadedAt: "2026-11-20T10:00:00Z",
    uploadedBy: { id: 1, name: "Sofia Admin" },
  };
  server.on("GET", `/file/${id}/details`, () => ({ status: 200, body: { data: details } }));
  server.on("GET", `/file/${id}/download`, () => ({ status: 200, body }));
  server.on("GET", `/file/${id}/picture`, () => ({ status: 200, body: "JPEG" }));
  server.on("POST", `/file/${id}/player`, () => ({
    status: 200,
    body: { data: { address: `/api/v1/file/player/secret${id}`, seconds: 600 } },
  }));
  server.on("GET", `/file/${id}/pages`, () => ({
    status: 200,
    body: {
      data: {
        state: "none",
        pages: null,
        reason: extension === "docx" ? "No preview: office documents are not converted here" : "",
        thumbnail: false,
      },
    },
  }));
  server.on("GET", `/file/${id}/marks`, () => ({ status: 200, body: { data: { layers: [], releases: true } } }));
}

function show(extension: string, files = [1, 2, 3], current = 2) {
  const server = fakeServer();
  serve(server, current, extension);
  const onShow = vi.fn();
  const onClose = vi.fn();
  renderScreen(<Viewer files={files} current={current} onShow={onShow} onClose={onClose} />);
  return { onShow, onClose, server };
}

it("a text is shown with its uploader and time", async () => {
  show("txt");
  expect(await screen.findByText("Words of the file")).toBeTruthy();
  expect(screen.getByRole("heading", { name: "file2.txt" })).toBeTruthy();
  expect(screen.getByText(/uploaded 20\/11\/26 10:00 by Sofia Admin\. Week 3/)).toBeTruthy();
});

it.each([
  ["png", "img"],
  ["mp3", "audio"],
  ["mp4", "video"],
])("a %s is drawn as %s with a name", async (extension, tag) => {
  show(extension);
  const drawn = await screen
    .findByLabelText(`file2.${extension}`)
    .catch(() => screen.findByAltText(`file2.${extension}`));
  expect(drawn.tagName.toLowerCase()).toBe(tag);
});

it.each([
  ["docx", "No preview: office documents are not converted here. Download the file to open it."],
  ["psd", "No browser can show PSD files. Download the file to open it."],
])("a %s without a preview gives the reason and is not loaded", async (extension, why) => {
  const { server } = show(extension);
  expect(await screen.findByText("No preview of this type")).toBeTruthy();
  expect(await screen.findByText(why)).toBeTruthy();
  expect(server.calls.some(({ path }) => path.endsWith("/download"))).toBe(false);
});

it("a player reads ranges at its own address, at the chosen speed", async () => {
  const { server } = show("mp3");
  const player = (await screen.findByLabelText("file2.mp3")) as HTMLAudioElement;
  expect(player.getAttribute("src")).toBe("/api/v1/file/player/secret2");
  expect(server.calls.some(({ path }) => path.endsWith("/download"))).toBe(false);
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "Speed" }));
  fireEvent.click(await screen.findByText("1.5×"));
  expect(player.playbackRate).toBe(1.5);
});

it("the server converts a picture that browsers do not show", async () => {
  const { server } = show("heic");
  expect(await screen.findByAltText("file2.heic")).toBeTruthy();
  expect(server.calls.map(({ path }) => path)).toContain("/file/2/picture");
  expect(server.calls.some(({ path }) => path.endsWith("/download"))).toBe(false);
});

it("a CSV is shown as a table", async () => {
  const server = fakeServer();
  serve(server, 2, "csv", 'Date,Purpose\n2026-10-05,"Visit, at home"\n');
  renderScreen(<Viewer files={[2]} current={2} onShow={() => undefined} onClose={() => undefined} />);
  expect(await screen.findByRole("columnheader", { name: "Purpose" })).toBeTruthy();
  expect(screen.getByRole("cell", { name: "Visit, at home" })).toBeTruthy();
});

it("201 means that the file is not found", async () => {
  const server = fakeServer();
  serve(server, 2, "txt");
  server.on("GET", "/file/2/download", () => ({ status: 201, body: "Problem retrieving file" }));
  renderScreen(<Viewer files={[2]} current={2} onShow={() => undefined} onClose={() => undefined} />);
  expect(await screen.findAllByText("File not found")).not.toHaveLength(0);
});

it("arrow keys and swipes move on, except while typing", async () => {
  const { onShow } = show("txt");
  const text = await screen.findByText("Words of the file");
  await userEvent.keyboard("{ArrowRight}");
  expect(onShow).toHaveBeenLastCalledWith(3);
  fireEvent.touchStart(text, { touches: [{ clientX: 100, clientY: 50 }] });
  fireEvent.touchEnd(text, { changedTouches: [{ clientX: 300, clientY: 60 }] });
  expect(onShow).toHaveBeenLastCalledWith(1);
  fireEvent.touchStart(text, { touches: [{ clientX: 100, clientY: 50 }] });
  fireEvent.touchEnd(text, { changedTouches: [{ clientX: 110, clientY: 250 }] });
  expect(onShow).toHaveBeenCalledTimes(2);
});

it("a picture that the browser cannot show says so", async () => {
  show("tiff");
  fireEvent.error(await screen.findByAltText("file2.tiff"));
  expect(await screen.findByText("Your browser cannot show this picture")).toBeTruthy();
});

it("a file that the browser cannot play says so", async () => {
  show("mp4");
  fireEvent.error(await screen.findByLabelText("file2.mp4"));
  expect(await screen.findByText("Your browser cannot play this file")).toBeTruthy();
});

it("previous and next move through the files and say where they end", async () => {
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
])("status %i has its message, word for word", async (status, title, text) => {
  const server = fakeServer();
  server.on("GET", "/file/2/details", () => ({ status, body: { error: "No" } }));
  renderScreen(<Viewer files={[2]} current={2} onShow={() => undefined} onClose={() => undefined} />);
  expect(await screen.findAllByText(title)).not.toHaveLength(0);
  expect(screen.getAllByText(text)).not.toHaveLength(0);
  expect(screen.getAllByText("Contact support")[0]?.getAttribute("href")).toMatch(/^mailto:/);
});

it("a file that failed for another reason offers Retry", async () => {
  const server = fakeServer();
  server.on("GET", "/file/2/details", () => ({ status: 500, body: { error: "The store broke" } }));
  renderScreen(<Viewer files={[2]} current={2} onShow={() => undefined} onClose={() => undefined} />);
  expect(await screen.findByText("The store broke")).toBeTruthy();
  serve(server, 2, "txt");
  await userEvent.click(screen.getByText("Retry"));
  expect(await screen.findByText("Words of the file")).toBeTruthy();
});

it("an office document's PDF is shown once it is created", async () => {
  const { server } = show("docx");
  serve(server, 9, "pdf", "%PDF-1.7");
  let asked = 0;
  server.on("GET", "/file/2/pages", () => {
    asked += 1;
    return {
      status: 200,
      body: {
        data: {
          state: asked > 1 ? "read" : "waiting",
          pages: 2,
          reason: "",
          thumbnail: true,
          conversion: asked > 1 ? 9 : null,
        },
      },
    };
  });
  expect(await screen.findByText("The preview is being made")).toBeTruthy();
  await vi.waitFor(() => expect(server.calls.map(({ path }) => path)).toContain("/file/9/download"), {
    timeout: 10_000,
  });
  expect(server.calls.map(({ path }) => path)).not.toContain("/file/2/download");
});

it("an office document whose processing failed is processed again", async () => {
  const { server } = show("docx");
  let state = {
    state: "unreadable",
    pages: null,
    reason: "It could not be read",
    thumbnail: false,
    conversion: null as number | null,
    again: true,
  };
  server.on("GET", "/file/2/pages", () => ({ status: 200, body: { data: state } }));
  server.on("POST", "/file/2/read", () => {
    state = { ...state, state: "waiting", reason: "", again: false };
    return { status: 200, body: { data: state } };
  });
  expect(await screen.findByText("There is no preview")).toBeTruthy();
  expect(screen.getByText("It could not be read. Download the file to open it.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Read again" }));
  expect(await screen.findByText("The preview is being made")).toBeTruthy();
});

it("a file in quarantine says why it is not shown", async () => {
  const { server } = show("txt");
  const text = "The virus scanner found Eicar-Test-Signature in this file. A system administrator can release it.";
  server.on("GET", "/file/2/download", () => ({
    status: 423,
    body: { error: text, title: "In quarantine", code: "file_quarantined" },
  }));
  expect((await screen.findAllByText("In quarantine")).length).toBeGreaterThan(0);
  expect(await screen.findByText(text)).toBeTruthy();
});

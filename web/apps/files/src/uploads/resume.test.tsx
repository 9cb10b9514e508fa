import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { currentToasts } from "@staffroom/ui";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { droppedFiles, pastedFiles } from "./dropped";
import { pieceSize } from "./rules";
import { keepUpload, readUnfinished } from "./unfinished";
import Uploader from "./uploader";

vi.mock("./rules", async (original) => ({ ...(await original<typeof import("./rules")>()), pieceSize: 1024 }));

const address = "/api/v1/upload/8b0e6bf6-5f0e-4d0b-9a37-0a4a3c6d7e10";
/** The server's side of one upload, and the next failure. */
let stored = 0;
let length = 0;
let breaks: number[] = [];
let asked: string[] = [];

/** The part of `XMLHttpRequest` that pieces use. */
class FakeRequest {
  upload = { onprogress: null };
  status = 0;
  responseText = "";
  onload: (() => void) | null = null;
  onerror: ((cause: Event) => void) | null = null;
  private method = "";
  private sent: Record<string, string> = {};
  private headers: Record<string, string> = {};
  open(method: string) {
    this.method = method;
  }
  setRequestHeader(name: string, value: string) {
    this.sent[name] = value;
  }
  getResponseHeader(name: string) {
    return this.headers[name] ?? null;
  }
  abort() {}
  send(body: Blob | null) {
    asked.push(`${this.method} ${this.sent["Upload-Offset"] ?? ""} ${this.sent["Authorization"]}`);
    queueMicrotask(() => {
      const next = this.method === "PATCH" ? (breaks.shift() ?? 204) : 200;
      if (next === 0) return this.onerror?.(new Event("error"));
      if (next === 204) stored += body?.size ?? 0;
      this.status = next;
      this.headers = {
        "Upload-Offset": String(stored),
        "Upload-Length": String(length),
        ...(stored === length && { "Upload-File-Id": "77" }),
      };
      if (next === 422)
        this.responseText = JSON.stringify({
          error: "File type does not match extension",
          code: "invalid",
          requestId: "r",
        });
      this.onload?.();
    });
  }
}

beforeEach(() => {
  signInAs();
  localStorage.clear();
  [stored, breaks, asked] = [0, [], []];
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
});

function large(name = "lecture.mp4") {
  const file = new File([new Uint8Array(2 * pieceSize + 5)], name, { type: "video/mp4", lastModified: 1 });
  length = file.size;
  return file;
}

function serve() {
  const server = fakeServer();
  server.on("POST", "/uploads", () => ({ status: 201, headers: { Location: address } }));
  server.on("DELETE", address.replace("/api/v1", ""), () => ({ status: 204 }));
  return server;
}

async function choose(...files: File[]) {
  const uploaded = vi.fn();
  renderScreen(<Uploader kind="homework" entityType="student" entityTypeId={7} onUploaded={uploaded} />);
  await userEvent.click(screen.getByText("Upload"));
  fireEvent.change(await screen.findByLabelText("Choose files"), { target: { files } });
  return uploaded;
}
const press = () => userEvent.click(screen.getAllByRole("button", { name: "Upload files" }).at(-1) as HTMLElement);

it("a large file is sent in pieces, and resumes from the offset after an interruption", async () => {
  const server = serve();
  breaks = [204, 0];
  const uploaded = await choose(large());
  await press();
  await waitFor(() => expect(uploaded).toHaveBeenCalledOnce());
  expect(uploaded.mock.calls[0]?.[0]).toMatchObject([{ id: 77, name: "lecture.mp4" }]);
  expect(asked.map((one) => one.split(" ").slice(0, 2).join(" ").trim())).toEqual([
    "HEAD",
    "PATCH 0",
    `PATCH ${pieceSize}`,
    "HEAD",
    `PATCH ${pieceSize}`,
    `PATCH ${2 * pieceSize}`,
  ]);
  expect(server.calls.filter(({ path }) => path === "/uploads")).toHaveLength(1);
  expect(readUnfinished()).toEqual([]);
});

it("a refusal of the content is shown, and the upload is dropped", async () => {
  serve();
  breaks = [204, 204, 422];
  await choose(large());
  await press();
  expect(await screen.findByText("File type does not match extension")).toBeTruthy();
  expect(readUnfinished()).toEqual([]);
});

it("an upload of an earlier tab continues once the same file is chosen", async () => {
  const server = serve();
  const about = { uploadType: "homework", description: "Week 3", entityType: "student", entityTypeId: "7" };
  const file = large();
  const kept = { ...about, address, name: file.name, size: file.size, modified: 1, sent: pieceSize, at: Date.now() };
  stored = pieceSize;
  keepUpload(kept);
  renderScreen(<Uploader kind="homework" entityType="student" entityTypeId={7} />);
  await userEvent.click(screen.getByText("Upload"));
  expect(await screen.findByText("Not finished: 1.0 kB of 2.0 kB")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Continue lecture.mp4" }));
  fireEvent.change(screen.getByLabelText("Choose files"), { target: { files: [new File(["other"], "other.pdf")] } });
  expect(currentToasts().at(-1)).toMatchObject({ kind: "negative", title: "lecture.mp4" });
  await userEvent.click(screen.getByRole("button", { name: "Continue lecture.mp4" }));
  fireEvent.change(screen.getByLabelText("Choose files"), { target: { files: [file] } });
  expect(await screen.findByText("Continues at 50%")).toBeTruthy();
  expect((screen.getByLabelText("Description of lecture.mp4") as HTMLInputElement).value).toBe("Week 3");
  await press();
  await waitFor(() => expect(screen.queryByText("Upload files")).toBeNull());
  expect(asked[1]).toMatch(`PATCH ${pieceSize} `);
  expect(server.calls.filter(({ path }) => path === "/uploads")).toEqual([]);
});

it("pasted pictures are named after the time", () => {
  const files = [new File(["x"], "image.png", { type: "image/png" }), new File(["y"], "plan.pdf")];
  const names = pastedFiles({ files } as unknown as DataTransfer, new Date(2026, 10, 29, 9, 5, 7)).map(
    ({ name }) => name,
  );
  expect(names).toEqual(["Pasted 2026-11-29 09.05.07.png", "plan.pdf"]);
});

it("files of dropped folders are taken, without system files", async () => {
  const entry = (name: string) => ({
    isFile: true,
    isDirectory: false,
    name,
    file: (done: (file: File) => void) => done(new File([name], name)),
  });
  const folder = (name: string, ...children: object[]) => {
    const batches = [children, []];
    return {
      isFile: false,
      isDirectory: true,
      name,
      createReader: () => ({ readEntries: (done: (entries: object[]) => void) => done(batches.shift() ?? []) }),
    };
  };
  const dropped = folder("Term", entry("one.pdf"), entry(".DS_Store"), folder("Inner", entry("two.pdf")));
  const items = [{ kind: "file", webkitGetAsEntry: () => dropped, getAsFile: () => null }];
  const files = await droppedFiles({ items, files: [] } as unknown as DataTransfer);
  expect(files.map(({ name }) => name)).toEqual(["one.pdf", "two.pdf"]);
});

import { fakeServer, renderScreen, signInAs, type FakeServer } from "@staffroom/testing";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { belongsTo, keepUpload, readUnfinished } from "../../uploads/unfinished";
import { NewVersion } from "./new-version";
import type { LibraryFile } from "../types";

vi.mock("../../uploads/rules", async (original) => ({
  ...(await original<typeof import("../../uploads/rules")>()),
  pieceSize: 1024,
}));

const address = "/api/v1/upload/8b0e6bf6-5f0e-4d0b-9a37-0a4a3c6d7e10";
let stored = 0;
let length = 0;

/** The part of `XMLHttpRequest` that pieces use. */
class FakeRequest {
  upload = { onprogress: null };
  status = 0;
  responseText = "";
  onload: (() => void) | null = null;
  private method = "";
  getResponseHeader = (name: string) =>
    (
      {
        "Upload-Offset": String(stored),
        "Upload-Length": String(length),
        ...(stored === length && { "Upload-File-Id": "10" }),
      } as Record<string, string>
    )[name] ?? null;
  open(method: string) {
    this.method = method;
  }
  setRequestHeader() {}
  abort() {}
  send(body: Blob | null) {
    queueMicrotask(() => {
      if (this.method === "PATCH") stored += body?.size ?? 0;
      this.status = this.method === "PATCH" ? 204 : 200;
      this.onload?.();
    });
  }
}

let server: FakeServer;
beforeEach(() => {
  signInAs();
  localStorage.clear();
  [stored, length] = [0, 3000];
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  server = fakeServer();
  server.on("GET", "/file/10/signing", () => ({ status: 200, body: { data: { people: 0 } } }));
  server.on("POST", "/uploads", () => ({ status: 201, headers: { Location: address } }));
});

const chosen = new File(["x".repeat(3000)], "Policy.pdf", { type: "application/pdf", lastModified: 5 });
const upload = {
  uploadType: "",
  description: "",
  entityType: "",
  entityTypeId: "",
  path: "/file/10/update",
  note: "New law",
  address,
  name: "Policy.pdf",
  size: 3000,
  modified: 5,
  sent: 2048,
  at: Date.now(),
};

async function send(note?: string) {
  const close = vi.fn();
  renderScreen(<NewVersion file={{ id: 10, name: "Policy", extension: "pdf" } as LibraryFile} onClose={close} />);
  if (note) fireEvent.change(screen.getByLabelText("What changed"), { target: { value: note } });
  fireEvent.change(screen.getByLabelText("Choose the new version"), { target: { files: [chosen] } });
  return close;
}
const press = () => userEvent.click(screen.getByRole("button", { name: "Upload version" }));
const metadata = () =>
  Object.fromEntries(
    (server.calls.find(({ path }) => path === "/uploads")?.headers["upload-metadata"] ?? "")
      .split(",")
      .map((pair) => pair.split(" "))
      .map(([name = "", value = ""]) => [name, atob(value)]),
  );

it("a large version is sent in pieces, with its note", async () => {
  const close = await send("New law");
  await press();
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(metadata()).toMatchObject({ path: "/file/10/update", note: "New law", filename: "Policy.pdf" });
  expect(stored).toBe(3000);
  expect(readUnfinished()).toEqual([]);
});

it("an interrupted version continues with its note", async () => {
  keepUpload(upload);
  stored = 2048;
  const close = await send();
  expect((screen.getByLabelText("What changed") as HTMLInputElement).value).toBe("New law");
  expect(screen.getByText(/The upload continues where it stopped/)).toBeTruthy();
  await press();
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(server.calls.some(({ path }) => path === "/uploads")).toBe(false);
});

it("an unfinished version is not an unfinished upload of the uploader", () => {
  expect(belongsTo(upload)).toBe(false);
});

import { fakeServer, renderScreen, serveList, signInAs, textColumn, type FakeServer } from "@staffroom/testing";
import { currentToasts } from "@staffroom/ui";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { FolderView } from "./folder-view";
import Library from "../library";
import type { Folder, LibraryFile } from "../types";

const file = (id: number, name: string) =>
  ({
    id,
    name,
    extension: "pdf",
    description: "",
    contentType: "document",
    size: 1024,
    modified: "2026-11-02T10:00:00Z",
    uploadedBy: "Ada Byron",
    locked: false,
    visible: true,
    number: 1,
  }) as LibraryFile;
const root = { id: 1, name: "Library" };
const folder = (part: Partial<Folder> = {}) =>
  ({
    id: 5,
    folderId: 5,
    name: "Policies",
    description: "",
    parentFolderId: 1,
    orgId: 3,
    level: "administrator",
    breadcrumbs: [root, { id: 5, name: "Policies" }],
    subfolders: [],
    files: [file(10, "Fees")],
    more: false,
    hold: null,
    may: { edit: ["name", "description", "parentFolderId"], delete: true, history: false, moves: [] },
    ...part,
  }) as unknown as Folder;
const fields = [
  { name: "name", title: "Name", type: "text" },
  { name: "parentFolderId", title: "Folder above", type: "integer" },
  { name: "orgId", title: "Organisation", type: "integer" },
];

let server: FakeServer;
beforeEach(() => {
  signInAs();
  server = fakeServer();
  server.on("GET", "/library/sign", () => ({ status: 200, body: { data: [] } }));
  server.on("GET", "/library/favourites", () => ({ status: 200, body: { data: { files: [], folders: [] } } }));
  server.on("GET", "/folder/fields", () => ({
    status: 200,
    body: { data: { sections: [{ name: "folder", title: "Folder", fields }] } },
  }));
  server.on("GET", "/orgs", () => ({ status: 200, body: { data: [{ id: 3, title: "Portugal" }] } }));
});
const serve = (path: string, data: unknown) => server.on("GET", path, () => ({ status: 200, body: { data } }));
const show = (one: Folder, address = "/library/5") =>
  renderScreen(<FolderView folder={one} tools={null} />, { address });

it("a file found beyond the first ones of a large folder opens", async () => {
  serve("/library/file/99", file(99, "Zebra"));
  show(folder({ more: true }), "/library/5?file=99");
  expect(await screen.findByRole("complementary", { name: "Details of Zebra" })).toBeTruthy();
});

it("the reason why a file in the address is not shown is given", async () => {
  server.on("GET", "/library/file/99", () => ({ status: 404, body: { error: "File ID not valid" } }));
  show(folder({ more: true }), "/library/5?file=99");
  expect((await screen.findByText(/The file of this address is not shown/)).textContent).toContain("File ID not valid");
});

const inside = (name: string) => ({
  name,
  isFile: true,
  isDirectory: false,
  file: (give: (one: File) => void) => give(new File(["x"], name, { type: "application/pdf" })),
});
const directory = (name: string, entries: unknown[]) => {
  const left = [entries, []];
  return {
    name,
    isDirectory: true,
    isFile: false,
    createReader: () => ({ readEntries: (give: (found: unknown) => void) => give(left.shift()) }),
  };
};
const drop = (entry: unknown) =>
  fireEvent.drop(document.querySelector(".lib-content") as HTMLElement, {
    dataTransfer: { types: ["Files"], files: [], items: [{ kind: "file", webkitGetAsEntry: () => entry }] },
  });

it("a dropped folder without files says so", async () => {
  show(folder());
  drop(directory("Old", [directory(".git", [inside("config.txt")]), inside(".hidden.pdf")]));
  await waitFor(() => expect(currentToasts().at(-1)?.text).toContain("The dropped folder contains no files"));
});

it("a dropped folder keeps its tree: each folder is created once, refusals are rows", async () => {
  const sent: Record<string, unknown>[] = [];
  vi.stubGlobal(
    "XMLHttpRequest",
    class extends EventTarget {
      upload = new EventTarget();
      status = 201;
      responseText = JSON.stringify({ data: { id: 77 } });
      open() {}
      setRequestHeader() {}
      send(form: FormData) {
        sent.push({ name: (form.get("file") as File).name, entityTypeId: form.get("entityTypeId") });
        queueMicrotask(() => this.dispatchEvent(new Event("load")));
      }
    },
  );
  serve("/uploader/needs", {});
  const options = [{ value: "document", label: "Document" }];
  server.on("GET", "/file/fields", () => ({
    status: 200,
    body: {
      data: {
        sections: [
          {
            name: "file",
            title: "File",
            fields: [{ name: "contentType", title: "Content type", type: "select", options }],
          },
        ],
      },
    },
  }));
  server.on("POST", "/folder/5/way", ({ body }) => {
    const { names } = body as { names: string[] };
    return names.includes("Closed")
      ? { status: 409, body: { error: "Folders are at most 12 deep" } }
      : { status: 200, body: { data: { id: 50 + names.length } } };
  });
  show(folder());
  drop(
    directory("Year", [
      inside("Plan.pdf"),
      inside("setup.exe"),
      directory("Autumn", [inside("One.pdf"), inside("Two.pdf")]),
      directory("Closed", [inside("Three.pdf")]),
    ]),
  );
  const refused = await screen.findByText("Year/setup.exe");
  const dialog = refused.closest("[role=dialog]") as HTMLElement;
  expect(refused.closest(".fil-upload-row")?.textContent).toContain(
    "setup.exe is not a standard image, pdf, or document file",
  );
  expect(within(dialog).getByText("1 refused")).toBeTruthy();
  fireEvent.mouseDown(within(dialog).getByLabelText("Content type of all files"));
  await userEvent.click(await screen.findByTitle("Document"));
  await userEvent.click(within(dialog).getByRole("button", { name: "Upload files" }));
  await within(dialog).findByText("Folders are at most 12 deep");
  expect(sent).toEqual([
    { name: "Plan.pdf", entityTypeId: "51" },
    { name: "One.pdf", entityTypeId: "52" },
    { name: "Two.pdf", entityTypeId: "52" },
  ]);
  expect(
    server.calls.filter(({ path }) => path.endsWith("/way")).map(({ body }) => (body as { names: string[] }).names),
  ).toEqual([["Year"], ["Year", "Autumn"], ["Year", "Closed"]]);
  expect([...document.querySelectorAll(".fil-upload-name [title]")].map(({ textContent }) => textContent)).toEqual([
    "Year/setup.exe",
    "Year/Closed/Three.pdf",
  ]);
});

it("only the first rows of a folder with many files are drawn", async () => {
  show(folder());
  drop(
    directory(
      "Many",
      Array.from({ length: 130 }, (_, at) => inside(`${at}.pdf`)),
    ),
  );
  expect(await screen.findByText("30 more files")).toBeTruthy();
  expect(document.querySelectorAll(".fil-upload-row")).toHaveLength(100);
});

it("a folder moves to the chosen place, and its organisation is named", async () => {
  serve(
    "/folder/1",
    folder({
      id: 1,
      folderId: 1,
      name: "Library",
      parentFolderId: null,
      breadcrumbs: [root],
      subfolders: [
        { id: 5, name: "Policies" },
        { id: 6, name: "Office" },
      ] as never,
    }),
  );
  serve("/folder/6", folder({ id: 6, folderId: 6, name: "Office", breadcrumbs: [root, { id: 6, name: "Office" }] }));
  serve("/folder/5", folder());
  server.on("PUT", "/folder/5", () => ({
    status: 200,
    body: { data: { field: "parentFolderId", value: 6, modified: "" } },
  }));
  show(folder());
  await userEvent.click(screen.getByRole("button", { name: "Edit Policies" }));
  expect(await screen.findByText("Portugal")).toBeTruthy();
  await userEvent.click(await screen.findByRole("button", { name: "Move folder" }));
  const dialog = (await screen.findByText("Move Policies")).closest("[role=dialog]") as HTMLElement;
  const move = () => within(dialog).getByRole("button", { name: "Move here" }) as HTMLButtonElement;
  await userEvent.click(await within(dialog).findByRole("button", { name: "Policies" }));
  expect(move().disabled).toBe(true);
  await userEvent.click(await within(dialog).findByRole("button", { name: "Library" }));
  await userEvent.click(await within(dialog).findByRole("button", { name: "Office" }));
  await waitFor(() => expect(move().disabled).toBe(false));
  await userEvent.click(move());
  await waitFor(() =>
    expect(server.calls.findLast(({ method }) => method === "PUT")?.body).toEqual({
      field: "parentFolderId",
      newValue: 6,
      oldValue: 1,
    }),
  );
});

it("a search shows the words found in a document, and opens it at their page", async () => {
  const place = { page: 3, text: "lead", excerpt: "The lead is Grace Hopper" };
  serveList(
    server,
    "/library",
    [
      { id: 10, name: "Policy", description: "", folderId: 5, place },
      { id: 11, name: "Leads", description: "Who leads", folderId: 5, place: null },
    ],
    {
      columns: [textColumn("name", "Name"), textColumn("description", "Description")],
      target: "/library/{folderId}?file={id}",
    },
  );
  renderScreen(<Library />, { address: "/library?show=all&search=lead" });
  expect((await screen.findByText("Page 3")).parentElement?.textContent).toBe("Page 3 The lead is Grace Hopper");
  expect(screen.getByText("Policy").closest("a")?.getAttribute("href")).toContain("/file/10?q=lead&page=3");
  expect(screen.getByText("Leads").closest("a")?.getAttribute("href")).toContain("/library/5?file=11");
});

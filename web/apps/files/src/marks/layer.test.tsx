import { api, getSession, unsentKey } from "@staffroom/api";
import { fakeServer, renderScreen, signInAs, type FakeServer } from "@staffroom/testing";
import { useQuery } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useRef } from "react";
import { beforeEach, expect, it } from "vitest";
import { ReaderFrame, useLook } from "../reader/frame";
import { ofPicture } from "./geometry";
import { MarkLayer } from "./layer";
import type { Drawn } from "./model";
import { useMarks } from "./use-marks";

const other = {
  page: 0,
  kind: "note",
  points: [[10, 10]],
  colour: "#111111",
  width: 2,
  contents: "See page 2. +3",
  repliesTo: null,
  number: 1,
  modified: "",
  id: 40,
};
let server: FakeServer;
let fileId = 900;

beforeEach(() => {
  signInAs();
  server = fakeServer();
  fileId += 1;
  const own: object[] = [];
  server.on("GET", `/file/${fileId}/marks`, () => ({
    status: 200,
    body: {
      data: {
        releases: true,
        markedCopy: null,
        layers: [
          { id: 3, authorId: 5, authorName: "Mo More", mine: false, released: false, marks: [other] },
          ...(own.length ? [{ id: 4, authorId: 1, authorName: "Sofia", mine: true, released: false, marks: own }] : []),
        ],
      },
    },
  }));
  server.on("GET", "/mark/comments", () => ({
    status: 200,
    body: { data: [{ id: 1, text: "Show your working", shared: true, mine: false, authorName: "Ada" }] },
  }));
  server.on("POST", `/file/${fileId}/marks`, ({ body }) => {
    const mark = { ...(body as Drawn), id: 101 + own.length, number: 1, modified: "" };
    own.push(mark);
    return { status: 201, body: { data: mark } };
  });
});

/** For example the points of homework, which teaching reads. */
function Points() {
  useQuery({ queryKey: ["/points"], queryFn: () => api.get("/points"), meta: { of: "marks" } });
  return null;
}

function Page() {
  const look = useLook();
  const marks = useMarks(fileId);
  const scroller = useRef<HTMLDivElement>(null);
  const geometry = ofPicture(600, 800);
  return (
    <ReaderFrame
      name="Essay"
      look={look}
      scale={1}
      marks={marks}
      onFind={() => undefined}
      place={() => ({ page: 0, width: 600, height: 800 })}
      scroller={scroller}
    >
      <MarkLayer marks={marks} page={0} geometry={geometry} onWrite={look.write} onOpen={look.open} />
    </ReaderFrame>
  );
}

const page = () => screen.findByRole("img", { name: /marks? on page 1/ });
const drawn = () =>
  server.calls
    .filter(({ method, path }) => method === "POST" && path === `/file/${fileId}/marks`)
    .map(({ body }) => body as Drawn);
/** Dispatches a pointer event over the page, which jsdom lacks. */
function pointer(target: Element, type: string, init: Record<string, unknown>): void {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, button: 0, ...init });
  for (const [name, value] of Object.entries({ pointerId: 1, pointerType: "mouse", pressure: 0.5, ...init }))
    Object.defineProperty(event, name, { value });
  fireEvent(target, event);
}
const drag = (target: Element, init: Record<string, unknown> = {}) => {
  pointer(target, "pointerdown", { clientX: 100, clientY: 100, ...init });
  pointer(target, "pointermove", { clientX: 150, clientY: 120, ...init });
  pointer(target, "pointerup", { clientX: 150, clientY: 120, ...init });
};

it("marks are drawn in points from the bottom left, and reported as saved", async () => {
  renderScreen(<Page />);
  fireEvent.click(await screen.findByRole("button", { name: "Line" }));
  drag(await page());
  await waitFor(() => expect(drawn()).toHaveLength(1));
  expect(drawn()[0]).toMatchObject({ kind: "line", page: 0, points: [[100, 700, 150, 680]] });
  expect(await screen.findByText("All marks saved")).toBeTruthy();
  expect(screen.getByRole("img", { name: "2 marks on page 1" })).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole("document", { name: "Essay" }));
});

it("unsent marks are sent, and the marks are read with them", async () => {
  localStorage.setItem(
    unsentKey(getSession().user?.id ?? 0, `marks.${fileId}`),
    JSON.stringify([{ do: "draw", id: -1, key: "left", mark: { ...other, kind: "ink", contents: "" } }]),
  );
  // The first response was on its way before the mark was sent.
  let reads = 0;
  const layer = {
    id: 4,
    authorId: 1,
    authorName: "Sofia",
    mine: true,
    released: false,
    marks: [{ ...other, id: 101 }],
  };
  server.on("GET", `/file/${fileId}/marks`, async () => {
    reads += 1;
    const isFirst = reads === 1;
    if (isFirst) await waitFor(() => expect(reads).toBe(2));
    return { status: 200, body: { data: { releases: true, markedCopy: null, layers: isFirst ? [] : [layer] } } };
  });
  renderScreen(<Page />);
  expect(await screen.findByRole("img", { name: "1 mark on page 1" })).toBeTruthy();
  expect(await screen.findByText("All marks saved")).toBeTruthy();
  expect(drawn()).toHaveLength(1);
});

it("nothing is drawn without a tool, or by a tiny movement", async () => {
  renderScreen(<Page />);
  drag(await page());
  fireEvent.click(await screen.findByRole("button", { name: "Rectangle" }));
  drag(await page(), { clientX: 100, clientY: 100 });
  expect(drawn()).toEqual([]);
});

it("one finger draws until a stylus is used; then fingers scroll and the palm is ignored", async () => {
  renderScreen(<Page />);
  fireEvent.click(await screen.findByRole("button", { name: "Pen" }));
  const target = await page();
  drag(target, { pointerType: "touch" });
  await waitFor(() => expect(drawn()).toHaveLength(1));
  pointer(target, "pointerdown", { clientX: 100, clientY: 100, pointerType: "pen", pointerId: 2, pressure: 1 });
  pointer(target, "pointermove", { clientX: 140, clientY: 100, pointerType: "pen", pointerId: 2, pressure: 1 });
  drag(target, { pointerType: "touch", pointerId: 3 });
  pointer(target, "pointerup", { clientX: 140, clientY: 100, pointerType: "pen", pointerId: 2 });
  await waitFor(() => expect(drawn()).toHaveLength(2));
  expect(drawn()[1]?.width).toBeGreaterThan(drawn()[0]?.width ?? 0);
  drag(target, { pointerType: "touch", pointerId: 4 });
  expect(await screen.findByText("All marks saved")).toBeTruthy();
  expect(drawn()).toHaveLength(2);
});

it("a note is written by keys alone, answered, and its layer hidden", async () => {
  renderScreen(<Page />);
  const pages = await screen.findByRole("document", { name: "Essay" });
  await screen.findByRole("button", { name: "Note" });
  fireEvent.keyDown(pages, { key: "n" });
  fireEvent.keyDown(pages, { key: "Enter" });
  fireEvent.change(await screen.findByRole("textbox", { name: "Note" }), { target: { value: "Why?" } });
  fireEvent.click(screen.getByRole("button", { name: "Add" }));
  await waitFor(() => expect(drawn()).toMatchObject([{ kind: "note", contents: "Why?" }]));
  fireEvent.keyDown(pages, { key: "m" });
  const theirs = await screen.findByRole("region", { name: "Marks of Mo More" });
  expect(theirs.textContent).toContain("3 points");
  fireEvent.click(screen.getAllByRole("button", { name: "Answer Note on page 1" })[0] as Element);
  fireEvent.change(await screen.findByRole("textbox", { name: "Answer" }), { target: { value: "I see" } });
  fireEvent.click(screen.getByRole("button", { name: "Add" }));
  await waitFor(() => expect(drawn()[1]).toMatchObject({ contents: "I see", repliesTo: 40 }));
  fireEvent.click(screen.getByRole("button", { name: "Hide marks of Mo More" }));
  expect(await screen.findByRole("button", { name: "Show marks of Mo More" })).toBeTruthy();
});

it("the list of marks offers the marked copy once there is one", async () => {
  const released = { id: 3, authorId: 5, authorName: "Mo More", mine: false, released: true, marks: [other] };
  server.on("GET", `/file/${fileId}/marks`, () => ({
    status: 200,
    body: { data: { releases: false, markedCopy: 77, layers: [released] } },
  }));
  server.on("GET", "/file/77/details", () => ({
    status: 200,
    body: { data: { id: 77, name: "Essay (marked)", extension: "pdf", size: 3 } },
  }));
  server.on("GET", "/file/77/download", () => ({ status: 200, body: "PDF" }));
  URL.createObjectURL = () => "blob:copy";
  URL.revokeObjectURL = () => undefined;
  renderScreen(<Page />);
  fireEvent.click(await screen.findByRole("button", { name: "Marks" }));
  fireEvent.click(await screen.findByRole("button", { name: "Marked copy" }));
  await waitFor(() => expect(server.calls.map(({ path }) => path)).toContain("/file/77/download"));
});

it("a stamp and a shared comment are placed on the page", async () => {
  renderScreen(<Page />);
  fireEvent.click(await screen.findByRole("button", { name: "Stamps and comments" }));
  fireEvent.click(await screen.findByRole("button", { name: "Tick" }));
  drag(await page());
  fireEvent.click(screen.getByRole("button", { name: "Stamps and comments" }));
  fireEvent.click(await screen.findByRole("button", { name: /Show your working/ }));
  fireEvent.keyDown(screen.getByRole("document", { name: "Essay" }), { key: "Enter" });
  await waitFor(() =>
    expect(drawn()).toMatchObject([{ kind: "ink" }, { kind: "freetext", contents: "Show your working" }]),
  );
});

const writeNote = async (words: string) => {
  const pages = await screen.findByRole("document", { name: "Essay" });
  await screen.findByRole("button", { name: "Note" });
  fireEvent.keyDown(pages, { key: "n" });
  fireEvent.keyDown(pages, { key: "Enter" });
  fireEvent.change(await screen.findByRole("textbox", { name: "Note" }), { target: { value: words } });
};

it.each([
  ["Clear. +2", "2.0"],
  ["The essay is +150 words too long", ""],
])("points stated in the text are not sent separately: %s", async (words, points) => {
  renderScreen(<Page />);
  await writeNote(words);
  expect(screen.getByRole<HTMLInputElement>("spinbutton", { name: "Points" }).value).toBe(points);
  fireEvent.click(screen.getByRole("button", { name: "Add" }));
  await waitFor(() => expect(drawn()).toMatchObject([{ contents: words, score: null }]));
});

it("typed points are accepted in halves, until the words contain others", async () => {
  renderScreen(<Page />);
  await writeNote("Clear. +2");
  const points = () => screen.getByRole<HTMLInputElement>("spinbutton", { name: "Points" });
  fireEvent.change(points(), { target: { value: "3.3" } });
  fireEvent.blur(points());
  expect(points().value).toBe("3.5");
  fireEvent.change(screen.getByRole("textbox", { name: "Note" }), { target: { value: "Clear. +4" } });
  expect(points().value).toBe("4.0");
  fireEvent.click(screen.getByRole("button", { name: "Add" }));
  await waitFor(() => expect(drawn()).toMatchObject([{ contents: "Clear. +4", score: null }]));
});

it("a stamp gets points in halves", async () => {
  renderScreen(<Page />);
  fireEvent.click(await screen.findByRole("button", { name: "Stamps and comments" }));
  const points = await screen.findByRole("spinbutton", { name: "Points on the stamp" });
  fireEvent.change(points, { target: { value: "1.3" } });
  fireEvent.blur(points);
  fireEvent.click(screen.getByRole("button", { name: "Tick" }));
  drag(await page());
  await waitFor(() => expect(drawn()).toMatchObject([{ kind: "ink", score: 1.5 }]));
});

it("points are refetched for a mark with points, and for no other", async () => {
  server.on("GET", "/points", () => ({ status: 200, body: { data: 2 } }));
  renderScreen(
    <>
      <Page />
      <Points />
    </>,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Line" }));
  drag(await page());
  await waitFor(() => expect(drawn()).toHaveLength(1));
  await screen.findByText("All marks saved");
  await writeNote("Clear. +2");
  fireEvent.click(screen.getByRole("button", { name: "Add" }));
  const calls = () =>
    server.calls.filter(({ method, path }) => method === "POST" || path === "/points").map(({ method }) => method);
  await waitFor(() => expect(calls()).toEqual(["GET", "POST", "POST", "GET"]));
});

it("each person's marks are exported as XFDF, and an import replaces the user's own", async () => {
  let kept: Blob | undefined;
  URL.createObjectURL = (blob) => {
    kept = blob as Blob;
    return "blob:xfdf";
  };
  server.on("GET", `/file/${fileId}/details`, () => ({
    status: 200,
    body: { data: { id: fileId, name: "Essay", extension: "pdf" } },
  }));
  server.on("GET", `/file/${fileId}/annotation/3`, () => ({
    status: 200,
    body: { data: { id: 3, fileId, authorName: "Mo More", xfdf: "<xfdf/>" } },
  }));
  server.on("POST", "/file/annotation", () => ({ status: 200, body: { data: { id: 4, fileId, marks: 2 } } }));
  renderScreen(<Page />);
  fireEvent.click(await screen.findByRole("button", { name: "Marks" }));
  fireEvent.click(await screen.findByRole("button", { name: "Export marks of Mo More as XFDF" }));
  await waitFor(() => expect(kept?.size).toBe(7));
  const read = () => server.calls.filter(({ path }) => path === `/file/${fileId}/marks`).length;
  const before = read();
  const file = new File(["<xfdf>mine</xfdf>"], "mine.xfdf");
  fireEvent.change(screen.getByLabelText("Choose an XFDF file"), { target: { files: [file] } });
  await waitFor(() =>
    expect(server.calls.find(({ path }) => path === "/file/annotation")?.body).toEqual({
      fileId,
      xfdf: "<xfdf>mine</xfdf>",
    }),
  );
  await waitFor(() => expect(read()).toBeGreaterThan(before));
});

it("an import asks before it replaces the user's own marks", async () => {
  renderScreen(<Page />);
  fireEvent.click(await screen.findByRole("button", { name: "Line" }));
  drag(await page());
  await screen.findByText("All marks saved");
  fireEvent.click(screen.getByRole("button", { name: "Marks" }));
  fireEvent.change(await screen.findByLabelText("Choose an XFDF file"), {
    target: { files: [new File(["<xfdf/>"], "mine.xfdf")] },
  });
  expect(await screen.findByText("Your mark on this file is replaced.")).toBeTruthy();
  expect(server.calls.some(({ path }) => path === "/file/annotation")).toBe(false);
});

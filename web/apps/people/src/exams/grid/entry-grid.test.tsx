import { fakeServer, renderRoute, signInAs } from "@staffroom/testing";
import { createEvent, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { beforeEach, expect, it, vi } from "vitest";
import area from "../../area";
import { isSheet, optionsOf, pastedCells, rowsOf, valueOf, type EntryGrid } from "./cells";

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const exam = (id: number, code: string, subject: string, options: { code: string; tier: string | null }[]) => ({
  id,
  code,
  subject,
  title: `GCSE ${subject}`,
  board: "AQA",
  level: "GCSE",
  options,
});
const maths = exam(11, "8300", "Mathematics", [
  { code: "8300F", tier: "foundation" },
  { code: "8300H", tier: "higher" },
]);
const physics = exam(12, "8463", "Physics", []);
const onBoard = { id: 90, examId: 12, status: "entered", tier: "higher", option: "" };
const gridOf = (): EntryGrid => ({
  exams: [maths, physics],
  examsTotal: 2,
  boards: ["AQA"],
  levels: ["GCSE"],
  subjects: ["Mathematics", "Physics"],
  total: 2,
  pageSize: 300,
  withoutRecord: ["Alan Turing"],
  mayPlan: true,
  candidates: [
    { id: 1, name: "Ada Lovelace", number: "0001", entries: [onBoard] },
    { id: 2, name: "Grace Hopper", number: "", entries: [] },
  ],
});
type Body = { cells: { candidateId: number; examId: number; value?: string | null }[]; dry: boolean };

function show(grid = gridOf(), refuse = (_cell: Body["cells"][number]) => "") {
  const server = fakeServer();
  const states = [
    { value: "planned", label: "Planned" },
    { value: "entered", label: "Entered" },
    { value: "withdrawn", label: "Withdrawn" },
  ];
  server.on("GET", "/system/examseries/4", () => ({
    status: 200,
    body: { data: { id: 4, name: "Summer 2027", type: "public", may: { edit: [] }, moves: [] } },
  }));
  server.on("GET", "/exams/entries/columns", () => ({
    status: 200,
    body: {
      data: { columns: [{ name: "status", title: "Status", type: "select", options: states }], filters: [], tabs: [] },
    },
  }));
  server.on("GET", "/courses/names", () => ({ status: 200, body: { data: [] } }));
  server.on("GET", "/exams/series/4/grid", () => ({ status: 200, body: { data: grid } }));
  server.on("GET", "/exams/entries/90", () => ({
    status: 200,
    body: {
      data: {
        id: 90,
        moves: [
          {
            name: "withdraw",
            title: "Withdraw entry",
            method: "POST",
            path: "/exams/entries/90/withdraw",
            needs: [{ name: "reason", title: "Reason", type: "text", required: true }],
            confirm: null,
            done: "",
            style: "danger",
            key: "",
            undo: false,
          },
        ],
      },
    },
  }));
  server.on("POST", "/exams/entries/check", () => ({
    status: 200,
    body: { data: [{ text: "GCSE Physics is sat at the same time on 13/05/27", refuses: false }] },
  }));
  let last = 100;
  const fill = ({ body }: { body: unknown }) => {
    const { cells, dry } = body as Body;
    const results = cells.map((cell) => {
      const refusal = refuse(cell);
      const candidate = grid.candidates.find(({ id }) => id === cell.candidateId);
      if (!refusal && !dry && candidate) {
        candidate.entries = candidate.entries.filter(({ examId }) => examId !== cell.examId);
        if (cell.value)
          candidate.entries.push({
            id: (last += 1),
            examId: cell.examId,
            status: "planned",
            tier: cell.value === "H" ? "higher" : null,
            option: cell.value.startsWith("8") ? cell.value : "",
          });
      }
      return {
        candidateId: cell.candidateId,
        examId: cell.examId,
        outcome: refusal ? "refused" : cell.value ? "added" : "withdrawn",
        text: refusal,
      };
    });
    return { status: 200, body: { data: { cells: results, candidates: structuredClone(grid.candidates) } } };
  };
  server.on("POST", "/exams/series/4/grid", fill);
  server.on("POST", "/exams/series/4/grid/enter", fill);
  renderRoute(area, "/exams/series/4/grid");
  return {
    server,
    sent: (path = "/exams/series/4/grid") =>
      server.calls.filter((call) => call.method === "POST" && call.path === path).map(({ body }) => body as Body),
  };
}
const at = (row: number, column: number) =>
  document.querySelector<HTMLElement>(`[data-at="${row}:${column}"]`) as HTMLElement;
const paste = (cell: HTMLElement, text: string) =>
  fireEvent(
    cell,
    createEvent.paste(cell, { clipboardData: { getData: (type: string) => (type === "text/plain" ? text : "") } }),
  );

beforeEach(() => signInAs());

it("Space plans, a letter chooses a tier, Space removes it, and the cell's warnings are shown", async () => {
  const { server, sent } = show();
  await screen.findByRole("grid", { name: "Entries of the series" });
  expect(screen.getByText("Without a record as a candidate: Alan Turing.")).toBeTruthy();
  at(1, 1).focus();
  await user.keyboard(" ");
  await waitFor(() => expect(sent()).toEqual([{ cells: [{ candidateId: 2, examId: 11, value: "x" }], dry: false }]));
  await waitFor(() => expect(at(1, 1).textContent).toBe("Planned"));
  await user.keyboard("h");
  await waitFor(() => expect(sent().at(-1)?.cells).toEqual([{ candidateId: 2, examId: 11, value: "8300H" }]));
  await waitFor(() => expect(at(1, 1).textContent).toBe("Planned H"));
  expect(await screen.findByText(/is sat at the same time on 13\/05\/27/)).toBeTruthy();
  expect(server.calls.filter(({ path }) => path === "/exams/entries/check").at(-1)?.body).toEqual({
    candidateId: 2,
    examId: 11,
    option: "8300H",
    entryId: 102,
  });
  await user.keyboard(" ");
  await waitFor(() => expect(sent().at(-1)?.cells).toEqual([{ candidateId: 2, examId: 11, value: null }]));
  await waitFor(() => expect(at(1, 1).textContent).toBe(""));
});

it("a submitted entry changes only by its moves, with a reason", async () => {
  const { sent } = show();
  await screen.findByRole("grid");
  at(0, 2).focus();
  await user.keyboard(" ");
  expect(at(0, 2).getAttribute("aria-readonly")).toBe("true");
  expect(within(at(0, 2)).getByRole("link", { hidden: true }).getAttribute("href")).toBe("/exams/entries/90");
  fireEvent.click(await screen.findByRole("button", { name: "Withdraw entry" }));
  expect(await screen.findByLabelText(/^Reason/)).toBeTruthy();
  expect(sent()).toEqual([]);
});

it("a refused cell keeps its entry with the server's text", async () => {
  show(gridOf(), () => "The board does not take 8463H together with 8300F");
  await screen.findByRole("grid");
  at(1, 2).focus();
  await user.keyboard(" ");
  await waitFor(() => expect(at(1, 2).getAttribute("aria-invalid")).toBe("true"));
  expect(at(1, 2).textContent).toContain("together with 8300F");
});

it("a pasted block is tried as a dry run first, including a sheet with headings", async () => {
  const { server, sent } = show();
  await screen.findByRole("grid");
  at(0, 0).focus();
  await user.keyboard("{ArrowRight}");
  paste(at(0, 1), "F\tx\nH\tH");
  const dialog = await screen.findByRole("dialog");
  await waitFor(() => expect(dialog.textContent).toContain("A trial, nothing is written yet: 4 added"));
  expect(sent()).toMatchObject([
    { dry: true, cells: [{ value: "F" }, { value: "x" }, { value: "H" }, { value: "H" }] },
  ]);
  fireEvent.click(within(dialog).getByRole("button", { name: "Plan entries" }));
  await waitFor(() => expect(dialog.textContent).toContain("Done: 4 added"));
  fireEvent.click(within(dialog).getAllByRole("button", { name: "Close" }).at(-1) as HTMLElement);
  server.on("POST", "/exams/entries/paste", () => ({
    status: 200,
    body: { data: [{ row: 2, candidate: "Ada Lovelace", exam: "8300", outcome: "unchanged", text: "Already set" }] },
  }));
  paste(at(0, 1), "Candidate\t8300\n0001\tH");
  await waitFor(() =>
    expect(server.calls.at(-1)).toMatchObject({
      path: "/exams/entries/paste",
      body: { seriesId: 4, text: "Candidate\t8300\n0001\tH", dry: true },
    }),
  );
});

it("all planned entries of the selection are submitted", async () => {
  const grid = gridOf();
  grid.candidates[1]?.entries.push({ id: 91, examId: 11, status: "planned", tier: null, option: "" });
  const { sent } = show(grid);
  await screen.findByRole("grid");
  at(0, 0).focus();
  await user.keyboard("{Control>}a{/Control}");
  fireEvent.click(screen.getByRole("button", { name: "Enter" }));
  const dialog = await screen.findByRole("dialog");
  const go = within(dialog).getByRole("button", { name: "Enter entries" });
  await waitFor(() =>
    expect(sent("/exams/series/4/grid/enter")).toEqual([{ dry: true, cells: [{ candidateId: 2, examId: 11 }] }]),
  );
  await waitFor(() => expect(within(dialog).getByText("Grace Hopper")).toBeTruthy());
  expect(go).toBeTruthy();
});

it("the grid is accessible to screen readers, and read-only without the right to plan", async () => {
  show({ ...gridOf(), mayPlan: false });
  const grid = await screen.findByRole("grid");
  expect(at(1, 1).getAttribute("aria-readonly")).toBe("true");
  expect(screen.queryByRole("button", { name: "Enter" })).toBeNull();
  expect(
    (await axe.run(grid, { rules: { "color-contrast": { enabled: false } } })).violations.map(({ id }) => id),
  ).toEqual([]);
});

it("a phone shows one candidate at a time", async () => {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("619px"),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }));
  show();
  expect(await screen.findByText("8300 GCSE Mathematics AQA")).toBeTruthy();
  expect(screen.queryByRole("grid")).toBeNull();
  expect(screen.getByText("1 of 2 candidates")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Next candidate" }));
  expect(await screen.findByText("2 of 2 candidates")).toBeTruthy();
  expect(screen.getByRole("combobox", { name: "Entry for 8463 GCSE Physics AQA" })).toBeTruthy();
});

it("cells are read from entries and from a spreadsheet", () => {
  expect([
    valueOf(undefined),
    valueOf({ ...onBoard, status: "withdrawn" }),
    valueOf(onBoard),
    valueOf({ ...onBoard, tier: null }),
  ]).toEqual([null, null, "H", "x"]);
  expect(optionsOf(physics as never).map(({ label }) => label)).toEqual(["Planned", "Foundation", "Higher"]);
  const { exams } = gridOf();
  const cells = pastedCells(
    [
      ["", "X", "?"],
      ["Higher 8300H", "f", "x"],
      ["x", "x", "x"],
    ],
    rowsOf(gridOf()),
    exams,
    { row: 0, exam: 0 },
  );
  expect(cells.map(({ candidateId, examId, value }) => [candidateId, examId, value])).toEqual([
    [1, 12, "x"],
    [2, 11, "8300H"],
    [2, 12, "F"],
  ]);
  expect([
    isSheet(
      [
        ["", "8300"],
        ["7", "x"],
      ],
      exams,
    ),
    isSheet(
      [
        ["x", "x"],
        ["x", "x"],
      ],
      exams,
    ),
    isSheet([["", "8300"]], exams),
  ]).toEqual([true, false, false]);
});

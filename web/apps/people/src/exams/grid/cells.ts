import { api, dataKey, queryClient } from "@staffroom/api";
import type { Answer, Option } from "@staffroom/contract";
import type { TypedEntry } from "../entries/check";

export type EntryGrid = Answer<"people", "/exams/series/{id}/grid">;
export type GridExam = EntryGrid["exams"][number];
type GridCandidate = EntryGrid["candidates"][number];
export type GridEntry = GridCandidate["entries"][number];
export type Filled = Answer<"people", "/exams/series/{id}/grid", "post">;
export type CellResult = Filled["cells"][number];
/** A cell as the calls name it; `value` is `x`, a tier or an entry code; an empty one removes a planned entry. */
export type Cell = { candidateId: number; examId: number; value?: string | null };
/** A candidate as a row: the value of each exam under `e` and its id, as the grid copies and changes it. */
export type GridRow = { id: number; candidate: string; number: string; entries: ReadonlyMap<number, GridEntry> } & {
  readonly [exam: `e${number}`]: string | null;
};

export const planned = "x";
const tiers = { F: "foundation", H: "higher" } as const;
const letterOf = (tier: string | null) => (tier === "foundation" ? "F" : tier === "higher" ? "H" : "");
export const isMade = (entry: GridEntry | undefined): boolean =>
  entry?.status === "entered" || entry?.status === "amended";
export const stands = (entry: GridEntry | undefined): entry is GridEntry => !!entry && entry.status !== "withdrawn";

/** Returns a cell's value: the option of its entry, else its tier, else that it is planned. */
export const valueOf = (entry: GridEntry | undefined): string | null =>
  stands(entry) ? entry.option || letterOf(entry.tier) || planned : null;

/**
 * Returns a cell's choices: the options that the board offers, else the tiers. A tier comes first, so that its letter
 * selects it.
 */
export function optionsOf({ options }: GridExam): Option[] {
  const nameOf = (tier: string | null) => (tier === "foundation" ? "Foundation" : tier === "higher" ? "Higher" : "");
  const offered = options.map(({ code, tier }) => ({
    value: code,
    label: [nameOf(tier), code].filter(Boolean).join(" "),
  }));
  const both = Object.entries(tiers).map(([value, tier]) => ({ value, label: nameOf(tier) }));
  return [{ value: planned, label: "Planned" }, ...(options.length ? offered : both)];
}

/** Returns the tier or option shown next to an entry's state: nothing if the exam has only one option. */
export function detailOf(exam: GridExam, value: unknown): string {
  const option = exam.options.find(({ code }) => code === value);
  if (option) return exam.options.length > 1 ? letterOf(option.tier) || option.code : "";
  return value === planned || !value ? "" : String(value);
}

export const codeOf = ({ code, subject }: GridExam): string => code || subject;
export const titleOf = ({ code, title, board }: GridExam): string => [code, title, board].filter(Boolean).join(" ");

export function rowsOf({ candidates, exams }: Pick<EntryGrid, "candidates" | "exams">): GridRow[] {
  return candidates.map(({ id, name, number, entries }) => {
    const own = new Map(entries.map((entry) => [entry.examId, entry]));
    return {
      id,
      candidate: name,
      number,
      entries: own,
      ...Object.fromEntries(exams.map((exam) => [`e${exam.id}`, valueOf(own.get(exam.id))])),
    } as GridRow;
  });
}

export const examIdOf = (name: string): number => Number(name.slice(1));

/** Returns a value's option and tier. */
const typedOf = (exam: GridExam, value: unknown): { option?: string; tier?: "foundation" | "higher" } => {
  if (value === "F" || value === "H") return { tier: tiers[value] };
  return exam.options.some(({ code }) => code === value) ? { option: String(value) } : {};
};

/** A candidate's cell of an exam, with what it shows. */
export type ChosenCell = { candidateId: number; exam: GridExam; entry: GridEntry | undefined; value: string | null };

/** Returns the entry of a cell as the check takes it. */
export const typedIn = ({ candidateId, exam, entry, value }: ChosenCell): TypedEntry => ({
  candidateId,
  examId: exam.id,
  ...typedOf(exam, value),
  entryId: stands(entry) ? entry.id : null,
});

const folded = (text: string) => text.trim().toLocaleLowerCase("en-GB");
const yes = new Set(["x", "1", "y", "yes", "✓"]);

/** Returns the value of a pasted text in a column; nothing for an empty cell. */
function pastedValue(exam: GridExam, text: string): string | null {
  if (!text.trim()) return null;
  if (yes.has(folded(text))) return planned;
  return (
    (optionsOf(exam).find(({ label, value }) => [label, String(value)].some((one) => folded(one) === folded(text)))
      ?.value as string | undefined) ?? text.trim().slice(0, 10)
  );
}

/** True if a block's first row names exams, so that it is a whole sheet with candidates in its first column. */
export function isSheet(block: readonly (readonly string[])[], exams: readonly GridExam[]): boolean {
  const codes = new Set(
    exams
      .flatMap(({ code, options }) => [code, ...options.map((option) => option.code)])
      .filter(Boolean)
      .map(folded),
  );
  return block.length > 1 && !!block[0]?.slice(1).some((head) => codes.has(folded(head)));
}

/** Returns a block as the text of a sheet; the server splits cells at tabs. */
export const sheetText = (block: readonly (readonly string[])[]): string =>
  block.map((row) => row.map((cell) => cell.replaceAll(/\s+/g, " ")).join("\t")).join("\n");

/** Returns the cells of a block that is pasted at a cell; an empty one changes nothing. */
export function pastedCells(
  block: readonly (readonly string[])[],
  rows: readonly GridRow[],
  exams: readonly GridExam[],
  from: { row: number; exam: number },
): Cell[] {
  return block.flatMap((line, down) =>
    line.flatMap((text, across): Cell[] => {
      const [row, exam] = [rows[from.row + down], exams[from.exam + across]];
      const value = row && exam ? pastedValue(exam, text) : null;
      return row && exam && value ? [{ candidateId: row.id, examId: exam.id, value }] : [];
    }),
  );
}

/** Maximum number of cells in a call: a longer one would delay the next. */
const most = 200;

/** Sends cells in calls of some hundred; the page's grid shows each result before the next call. */
export async function sendCells(
  path: string,
  query: Record<string, string>,
  cells: readonly Cell[],
  act: "" | "/enter",
  dry: boolean,
): Promise<CellResult[]> {
  const results: CellResult[] = [];
  for (let from = 0; from < cells.length; from += most) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other: they change the same candidates
    const answer = await api.post<Filled>(`${path}${act}`, { cells: cells.slice(from, from + most), dry });
    results.push(...answer.cells);
    if (!dry) show(path, query, answer.candidates);
  }
  return results;
}

/** Updates candidates in the page's loaded grid. */
function show(path: string, query: Record<string, string>, candidates: readonly GridCandidate[]): void {
  const now = new Map(candidates.map((one) => [one.id, one]));
  queryClient.setQueryData<EntryGrid>(
    dataKey(path, query),
    (grid) => grid && { ...grid, candidates: grid.candidates.map((one) => now.get(one.id) ?? one) },
  );
}

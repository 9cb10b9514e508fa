import { api, ApiError, dataKey, isUnreachable, plainErrorText, queryClient } from "@staffroom/api";
import { sameValue } from "@staffroom/form";
import { saveFields, type CellChange, type Refusal } from "@staffroom/grid";
import type { CoursePlan } from "./types";

const theirs = "Somebody has changed this since. Retry saves your value, Restore keeps theirs";
const another =
  "Another week that was saved with this one has been changed since. Retry saves your value, Restore keeps the old one";

const weekNow = (courseId: number, weekId: unknown) =>
  queryClient
    .getQueryData<CoursePlan>(dataKey(`/v2/course/${courseId}/studyplan`))
    ?.weeks.find(({ id }) => id === weekId);
/** Returns the content of a week as it was last loaded. */
export const contentNow = (courseId: number, weekId: number): string => weekNow(courseId, weekId)?.content ?? "";

type Plan = { courseId: number; planId: number; reload: () => Promise<void> };

/**
 * Saves cells of a plan's weeks: contents in one call, all or none, so that an exchange is never half done; states one
 * by one.
 */
export async function saveWeeks(plan: Plan, changes: readonly CellChange[]): Promise<Refusal[]> {
  const contents = changes.filter(({ name }) => name === "content");
  const others = changes.filter(({ name }) => name !== "content");
  const refusals = [
    ...(await saveContents(plan, contents)),
    ...(await saveFields(others, { pathOf: ({ row }) => `/v2/studyplanweek/${row}`, onSaved: () => undefined })),
  ];
  await plan.reload();
  return refusals;
}

/** Exchanges the contents of two weeks in one call; returns the changed cells, or the refusal. */
export async function exchangeContents(
  plan: Plan,
  one: number,
  other: number,
): Promise<{ changes: CellChange[]; refusal?: string }> {
  const [mine, its] = [contentNow(plan.courseId, one), contentNow(plan.courseId, other)];
  const changes = [
    { row: one, name: "content", before: mine, value: its },
    { row: other, name: "content", before: its, value: mine },
  ];
  const [refused] = await saveWeeks(plan, changes);
  return { changes, refusal: refused?.text };
}

async function saveContents({ courseId, planId, reload }: Plan, contents: readonly CellChange[]): Promise<Refusal[]> {
  if (!contents.length) return [];
  const send = () =>
    api.put(`/v2/studyplan/${planId}/weeks`, {
      weeks: contents.map(({ row, value }) => ({
        id: row,
        content: value ?? "",
        version: weekNow(courseId, row)?.version ?? 0,
      })),
    });
  const isSame = ({ row, before }: CellChange) => sameValue(contentNow(courseId, Number(row)), before ?? "");
  const refuse = (textOf: (change: CellChange) => string): Refusal[] =>
    contents.map((change) => ({ row: change.row, name: change.name, text: textOf(change) }));
  try {
    await send();
    return [];
  } catch (error) {
    if (isUnreachable(error)) throw error;
    if (!(error instanceof ApiError && error.code === "changed_meanwhile")) return refuse(() => plainErrorText(error));
  }
  await reload();
  // A call whose response was lost had been saved.
  if (contents.every(({ row, value }) => sameValue(contentNow(courseId, Number(row)), value ?? ""))) return [];
  if (!contents.every(isSame)) return refuse((change) => (isSame(change) ? another : theirs));
  // Another part of the weeks was changed, such as their state.
  try {
    await send();
    return [];
  } catch (error) {
    if (isUnreachable(error)) throw error;
    return refuse(() => plainErrorText(error));
  }
}

import type { FieldChange } from "@staffroom/contract";
import { t } from "@staffroom/language";
import { formatDate, formatDateTime } from "@staffroom/ui";

/** `isDay`: `at` is shown as a day, as in its list. */
export type Entry = {
  key: string;
  at: string;
  isDay?: boolean;
  kind: string;
  icon: string;
  name: string;
  more: string;
  target: string | null;
};
/** The loaded entries of a source, newest first, and whether these are all. */
export type Read = { entries: readonly Entry[]; isWhole: boolean };

export const timeOf = ({ at, isDay }: Pick<Entry, "at" | "isDay">) =>
  isDay || at.length <= 10 ? formatDate(at) : formatDateTime(at);

const moment = (entry: Entry) => Date.parse(entry.at);

/**
 * Merges entries of several sources, newest first. If a source has more, its entries may be missing before its oldest
 * loaded one: the timeline ends there, and `isWhole` is false.
 */
export function mergedEntries(sources: readonly Read[]): Read {
  const edges = sources
    .filter(({ isWhole }) => !isWhole)
    .map(({ entries }) => entries.at(-1))
    .filter((entry) => entry !== undefined)
    .map(moment);
  const edge = Math.max(...edges, -Infinity);
  const entries = sources.flatMap((source) => source.entries).filter((entry) => moment(entry) >= edge);
  return { entries: entries.toSorted((one, other) => moment(other) - moment(one)), isWhole: edges.length === 0 };
}

/** Maximum number of characters of a value in an entry; the history of the field has the full value. */
const longest = 60;
const cut = (words: string) => (words.length > longest ? `${words.slice(0, longest - 1)}…` : words);

/** The title of a field, its old value and its new one; `wordsOf` formats a value of the field. */
function changeText(
  { field, oldText, newText, oldValue, newValue }: FieldChange,
  titleOf: (field: string) => string,
  wordsOf: (field: string, value: unknown) => string,
): string {
  const [before, after] = [oldText ?? wordsOf(field, oldValue), newText ?? wordsOf(field, newValue)].map(
    (words) => cut(words) || "empty",
  );
  return `${titleOf(field)}: ${before} → ${after}`;
}

/** Converts changes of fields to entries: changes saved together are one. */
export function changeEntries(
  changes: readonly FieldChange[],
  titleOf: (field: string) => string,
  authorOf: (change: FieldChange) => string,
  wordsOf: (field: string, value: unknown) => string,
): Entry[] {
  const together = new Map<string, FieldChange[]>();
  for (const change of changes) {
    const key = `${change.changed} ${change.userId}`;
    together.set(key, [...(together.get(key) ?? []), change]);
  }
  return [...together.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const all = [first, ...others];
    return {
      key: `change ${first.id}`,
      at: first.changed,
      kind: t("Change"),
      icon: "pencil",
      name: all.map((change) => changeText(change, titleOf, wordsOf)).join(", "),
      more: authorOf(first),
      target: null,
    };
  });
}

import { seldomChanged, readApi, useApi, useListMeta } from "@staffroom/api";
import type { FieldSection, ListMeta, Option } from "@staffroom/contract";
import { formatDate, StatusTag } from "@staffroom/ui";
import { useMemo } from "react";

/**
 * The choices of a column or field, with the service's labels and colours; `email.state` is the field of a section,
 * `filter.status` a filter or tab.
 */
export type Choices = (name: string) => readonly Option[];

type Served = Partial<Pick<ListMeta, "columns" | "filters" | "tabs">> & { sections?: FieldSection[] };

function choicesIn(served: Served | undefined): Choices {
  const { tabs = [], filters = [], columns = [] } = served ?? {};
  const options = new Map(columns.map((one) => [one.name, one.options]));
  for (const filter of [...tabs, ...filters]) options.set(`filter.${filter.name}`, filter.options);
  for (const { name: section, fields } of served?.sections ?? []) {
    for (const field of fields) options.set(field.name, field.options).set(`${section}.${field.name}`, field.options);
  }
  return (name) => options.get(name) ?? [];
}

/** Returns the choice of a value. */
export const choiceOf = (choices: Choices | null, name: string, value: unknown): Option | undefined =>
  choices?.(name).find((option) => option.value === value);

/** Returns the choices that a service declares at `/slips/columns` or `/students/fields`; null while loading. */
export function useChoices(path: string): Choices | null {
  const { data, isPending } = useApi<Served>(path, undefined, { staleTime: seldomChanged });
  return useMemo(() => (isPending ? null : choicesIn(data)), [data, isPending]);
}

/** Returns the titles of a list's columns; a name without a column is its own title. Null while loading. */
export function useTitles(list: string): ((name: string) => string) | null {
  const { data, isPending } = useListMeta(list);
  return useMemo(() => {
    const titles = new Map(data?.columns.map(({ name, title }) => [name, title]));
    return isPending ? null : (name) => titles.get(name) ?? name;
  }, [data, isPending]);
}

/** `useChoices` outside of a component, for a search. */
export const readChoices = async (path: string): Promise<Choices> =>
  choicesIn(await readApi<Served>(path, seldomChanged));

/** A value with the label and colour of its service; `of` is the path for `useChoices`. */
export function ChoiceTag({ of, name, value }: { of: string; name: string; value: unknown }) {
  const choices = useChoices(of);
  if (!choices || value === null || value === undefined || value === "") return null;
  const choice = choiceOf(choices, name, value);
  // An option without a colour has no dot.
  if (choice && !choice.color) return choice.label;
  return <StatusTag label={choice?.label ?? String(value)} color={choice?.color} />;
}

/** Formats a value for a sentence: a day as DD/MM/YY, nothing as an empty string. */
const worded = (value: unknown): string =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDate(value) : String(value ?? "");

/** Replaces `{supplier} {user.name}` by a record's values; choices by their labels. */
export function headingOf(text: string, record: Record<string, unknown>, choices: Choices | null = null): string {
  const valueAt = (path: string) =>
    path.split(".").reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], record);
  return text
    .replace(
      /\{([\w.]+)\}/g,
      (_, name: string) => choiceOf(choices, name, record[name])?.label ?? worded(valueAt(name)),
    )
    .trim();
}

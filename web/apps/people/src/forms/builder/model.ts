import { sameValue, type Condition } from "@staffroom/form";
import { everyField, everyFieldOf } from "../answers";
import { fieldTypes, type Definition, type FormField, type FormOption, type FormPage, type Problems } from "../types";

/** Changes to a definition in the builder. Each returns a new one; ids of fields are never reused. */

const characters = "abcdefghijkmnpqrstuvwxyz23456789";

/** Returns an id of eight characters that begins with a letter. */
export function newId(random: () => number = Math.random): string {
  return `f${Array.from({ length: 7 }, () => characters[Math.floor(random() * characters.length)]).join("")}`;
}

/** Types that an entry of a repeating group cannot have. */
export const notInRepeat: readonly FormField["type"][] = ["repeat", "signature", "file", "heading"];

const texts: Partial<Record<FormField["type"], string>> = {
  heading: "New heading",
  note: "",
  agreement: "I agree",
  signature: "Signature",
  repeat: "Entry",
  calculated: "Result",
  file: "Files",
};

/** Returns a field of a type, complete enough for the server to save the draft. */
export function newField(type: FormField["type"], id = newId()): FormField {
  const field: FormField = {
    id,
    type,
    title: texts[type] ?? "New question",
    ...(type === "agreement" ? { required: true } : {}),
  };
  if (type === "note") return { ...field, help: "Text to read" };
  if (type === "select" || type === "multiselect")
    return {
      ...field,
      options: [
        { value: "option1", label: "Option 1" },
        { value: "option2", label: "Option 2" },
      ],
    };
  if (type === "calculated") return { ...field, formula: "0" };
  return type === "repeat" ? { ...field, fields: [newField("text")] } : field;
}

export type Place = { page: number; index: number; group?: string };

const mapFields = (
  definition: Definition,
  change: (fields: FormField[], page: FormPage, group?: FormField) => FormField[],
): Definition => ({
  ...definition,
  pages: definition.pages.map((page) => ({
    ...page,
    fields: change(page.fields, page).map((field) =>
      field.fields ? { ...field, fields: change(field.fields, page, field) } : field,
    ),
  })),
});

/** Position of a field. */
export function placeOf(definition: Definition, id: string): Place | null {
  for (const [page, { fields }] of definition.pages.entries()) {
    for (const [index, field] of fields.entries()) {
      if (field.id === id) return { page, index };
      const inner = field.fields?.findIndex((one) => one.id === id) ?? -1;
      if (inner >= 0) return { page, index: inner, group: field.id };
    }
  }
  return null;
}

export const fieldAt = (definition: Definition, id: string): FormField | undefined =>
  everyField(definition).find((field) => field.id === id);

/** The page that is chosen, or that has the chosen field; the first one otherwise. */
export function pageOf(definition: Definition, chosen: string): number {
  const page = placeOf(definition, chosen)?.page ?? definition.pages.findIndex(({ id }) => id === chosen);
  return Math.max(0, page);
}

export const changeField = (definition: Definition, id: string, change: Partial<FormField>): Definition =>
  mapFields(definition, (fields) => fields.map((field) => (field.id === id ? { ...field, ...change } : field)));

export const changePage = (definition: Definition, id: string, change: Partial<FormPage>): Definition => ({
  ...definition,
  pages: definition.pages.map((page) => (page.id === id ? { ...page, ...change } : page)),
});

export const removeField = (definition: Definition, id: string): Definition =>
  mapFields(definition, (fields) => fields.filter((field) => field.id !== id));

/** Puts a field into a page, or into one of its groups. */
export function insertField(definition: Definition, field: FormField, { page, index, group }: Place): Definition {
  const insert = (fields: FormField[]) => [...fields.slice(0, index), field, ...fields.slice(index)];
  return {
    ...definition,
    pages: definition.pages.map((one, at) => {
      if (at !== page) return one;
      return {
        ...one,
        fields: group
          ? one.fields.map((outer) => (outer.id === group ? { ...outer, fields: insert(outer.fields ?? []) } : outer))
          : insert(one.fields),
      };
    }),
  };
}

/** Moves a field; returns the same definition if it cannot be placed there. */
export function moveField(definition: Definition, id: string, to: Place): Definition {
  const field = fieldAt(definition, id);
  if (!field || (to.group && (to.group === id || notInRepeat.includes(field.type)))) return definition;
  const without = removeField(definition, id);
  const size = (to.group ? fieldAt(without, to.group)?.fields : without.pages[to.page]?.fields)?.length ?? 0;
  return insertField(without, field, { ...to, index: Math.max(0, Math.min(size, to.index)) });
}

/** Moves a field one place up (-1) or down (1), at the end of a page to the next one. */
export function stepField(definition: Definition, id: string, by: -1 | 1): Definition {
  const place = placeOf(definition, id);
  if (!place) return definition;
  const siblings =
    (place.group ? fieldAt(definition, place.group)?.fields : definition.pages[place.page]?.fields) ?? [];
  const index = place.index + by;
  if (index >= 0 && index < siblings.length) return moveField(definition, id, { ...place, index });
  const page = place.page + by;
  if (place.group || !definition.pages[page]) return definition;
  return moveField(definition, id, { page, index: by > 0 ? 0 : definition.pages[page].fields.length });
}

export function movePage(definition: Definition, id: string, to: number): Definition {
  const page = definition.pages.find((one) => one.id === id);
  if (!page) return definition;
  const rest = definition.pages.filter((one) => one !== page);
  const at = Math.max(0, Math.min(rest.length, to));
  return { ...definition, pages: [...rest.slice(0, at), page, ...rest.slice(at)] };
}

/** Returns a copy of a field with new ids. */
export const copyOf = (field: FormField): FormField => ({
  ...field,
  id: newId(),
  ...(field.fields ? { fields: field.fields.map((inner) => ({ ...inner, id: newId() })) } : {}),
});

/**
 * Parses options from pasted lines: a label per line, or `value = label`. Existing values are kept, so that answers
 * keep their meaning.
 */
export function optionsOf(text: string, before: readonly FormOption[] = []): FormOption[] {
  const known = new Map(before.map(({ value, label }) => [label, value]));
  const taken = new Set<string>();
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const match = /^(\S+)\s+=\s+(.+)$/.exec(line);
      const label = match?.[2] ?? line;
      const plain =
        label
          .normalize("NFKD")
          .toLowerCase()
          .replaceAll(/[^a-z0-9]+/g, "-")
          .replaceAll(/^-|-$/g, "")
          .slice(0, 60) || "option";
      const wanted = match?.[1] ?? known.get(label) ?? plain;
      let value = wanted;
      for (let number = 2; taken.has(value); number += 1) value = `${wanted}-${number}`;
      taken.add(value);
      return { value, label };
    });
}

/**
 * Returns the server's problems by the id of the field, page or `settings` and the property: `pages.0.fields.2.title`
 * is `title` of that field.
 */
export function problemsById(definition: Definition, problems: Problems): Map<string, Problems> {
  const byId = new Map<string, Problems>();
  for (const [path, text] of Object.entries(problems)) {
    const parts = path.split(".");
    let [id, rest] = ["settings", parts];
    const page = parts[0] === "pages" ? definition.pages[Number(parts[1])] : undefined;
    if (page) {
      [id, rest] = [page.id, parts.slice(2)];
      const field = parts[2] === "fields" ? page.fields[Number(parts[3])] : undefined;
      if (field) [id, rest] = [field.id, parts.slice(4)];
      const inner = field && parts[4] === "fields" ? field.fields?.[Number(parts[5])] : undefined;
      if (inner) [id, rest] = [inner.id, parts.slice(6)];
    } else if (parts[0] === "settings") rest = parts.slice(1);
    byId.set(id, { ...byId.get(id), [rest[0] ?? "title"]: text });
  }
  return byId;
}

/** Operators in words. */
export const operatorWords: Readonly<Record<NonNullable<Condition["operator"]>, string>> = {
  is: "is",
  isNot: "is not",
  oneOf: "is one of",
  noneOf: "is none of",
  filled: "is answered",
  empty: "is not answered",
  atLeast: "is at least",
  atMost: "is at most",
  contains: "contains",
};

function valueWords(field: FormField | undefined, value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => valueWords(field, one)).join(", ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (field?.type === "currency" && typeof value === "number") return (value / 100).toFixed(2);
  return field?.options?.find((option) => option.value === value)?.label ?? String(value ?? "…");
}

/** Describes a condition in a sentence: `“Will you stay?” is yes and “Nights” is at least 2`. */
export function sentenceOf(definition: Definition, condition: Condition | null | undefined): string {
  if (!condition) return "";
  const parts = condition.all ?? condition.any;
  if (parts)
    return parts
      .map((part) => ((part.all ?? part.any) ? `(${sentenceOf(definition, part)})` : sentenceOf(definition, part)))
      .join(condition.all ? " and " : " or ");
  const field = fieldAt(definition, condition.field ?? "");
  const operator = condition.operator ?? "filled";
  const isBare = operator === "filled" || operator === "empty";
  return `“${field?.title || "a field that is not there"}” ${operatorWords[operator]}${isBare ? "" : ` ${valueWords(field, condition.value)}`}`;
}

/** Returns fields that a field's condition may read: fields with answers, of the same group or of none. */
export function conditionFields(definition: Definition, id: string): FormField[] {
  const group = placeOf(definition, id)?.group;
  const usable = ({ type, id: other }: FormField) => other !== id && !["heading", "note", "signature"].includes(type);
  return definition.pages
    .flatMap(({ fields }) => fields)
    .flatMap((field) => [field, ...(field.id === group ? (field.fields ?? []) : [])])
    .filter(usable);
}

type Difference = { id: string; kind: "added" | "removed" | "changed" | "moved"; text: string };
const propertyWords: Readonly<Record<string, string>> = {
  title: "title",
  help: "help",
  required: "required",
  options: "choices",
  shownIf: "shown if",
  neededIf: "needed if",
  formula: "formula",
  width: "width",
  fields: "entries",
  content: "content",
  minLength: "shortest",
  maxLength: "longest",
  minValue: "least value",
  maxValue: "greatest value",
  least: "fewest",
  most: "most",
  staffOnly: "for staff",
  prefill: "begins with",
  writesBack: "written back",
  holds: "kind of data",
  sameAs: "same as",
  signer: "signed by",
  type: "type",
  optionsFrom: "choices",
};

/** Returns the differences between two definitions, field by field. */
export function differences(before: Definition, after: Definition): Difference[] {
  const flat = (definition: Definition) =>
    new Map(
      definition.pages.flatMap((page, at) => everyFieldOf(page).map((field) => [field.id, { field, at }] as const)),
    );
  const [old, now] = [flat(before), flat(after)];
  const result: Difference[] = [];
  for (const [id, { field, at }] of now) {
    const was = old.get(id);
    const name = `“${field.title || fieldTypes[field.type]}”`;
    if (!was) result.push({ id, kind: "added", text: `${name} is new` });
    else {
      const names = Object.keys({ ...was.field, ...field }) as (keyof FormField)[];
      const changed = names.filter((name) => name !== "fields" && !sameValue(was.field[name], field[name]));
      if (changed.length)
        result.push({
          id,
          kind: "changed",
          text: changed.includes("title")
            ? `“${was.field.title}” is called ${name}${changed.length > 1 ? "; also changed: " : ""}${wordsOf(changed.filter((key) => key !== "title"))}`
            : `${name}: ${wordsOf(changed)}`,
        });
      else if (was.at !== at) result.push({ id, kind: "moved", text: `${name} is on page ${at + 1}` });
    }
  }
  for (const [id, { field }] of old)
    if (!now.has(id))
      result.push({ id, kind: "removed", text: `“${field.title || fieldTypes[field.type]}” is left out` });
  const pages = before.pages.length - after.pages.length;
  if (pages)
    result.push({
      id: "pages",
      kind: "changed",
      text: `${after.pages.length} pages instead of ${before.pages.length}`,
    });
  if (!sameValue(before.settings, after.settings))
    result.push({ id: "settings", kind: "changed", text: "The settings of the form" });
  return result;
}
const wordsOf = (keys: readonly string[]) => keys.map((key) => propertyWords[key] ?? "other").join(", ");

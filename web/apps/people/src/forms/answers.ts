import type { Field } from "@staffroom/contract";
import { holds, kindOf, messages, toDraft, toWire, validateField, type Condition } from "@staffroom/form";
import { today } from "@staffroom/screen";
import { plainText } from "@staffroom/ui";
import { calculate, fieldsOfFormula } from "./formula";
import type { Answers, Definition, FormField, FormPage, Problems, Signature } from "./types";

/** Fields without an answer. */
export const isText = ({ type }: FormField) => type === "heading" || type === "note";

/** Returns the control of a form's field, as a field of a record. */
export function controlOf(field: FormField): Field {
  const { id, title, type, options } = field;
  const isMany = type === "multiselect" || type === "file";
  const scale = type === "currency" ? 100 : 1;
  const scaled = (value: number | null | undefined) => (typeof value === "number" ? value * scale : undefined);
  const types: Partial<Record<FormField["type"], Field["type"]>> = {
    multiline: "textarea",
    number: "decimal",
    currency: "money",
    yesno: "boolean",
    agreement: "boolean",
    file: "files",
    calculated: "decimal",
    signature: "text",
    heading: "text",
    note: "text",
    repeat: "text",
  };
  return {
    name: id,
    title,
    type: types[type] ?? (type as Field["type"]),
    required: field.required ?? false,
    help: field.help,
    content: field.content || undefined,
    minLength: field.minLength ?? undefined,
    maxLength: field.maxLength ?? undefined,
    min: isMany ? (field.least ?? undefined) : scaled(field.minValue),
    max: isMany ? (field.most ?? undefined) : scaled(field.maxValue),
    options: options?.length ? options : undefined,
    optionsFrom: field.optionsFrom || undefined,
    agreement: type === "agreement",
  };
}

/** Converts a control's draft to an answer; an incomplete number stays a text. */
export function answerOf(control: Field, draft: unknown): unknown {
  const wire = toWire(control, draft);
  return typeof wire === "number" && Number.isNaN(wire) ? draft : wire;
}

/** Returns all fields of a page, those of repeating groups after their group. */
export const everyFieldOf = ({ fields }: FormPage): FormField[] =>
  fields.flatMap((field) => [field, ...(field.fields ?? [])]);
export const everyField = ({ pages }: Definition): FormField[] => pages.flatMap(everyFieldOf);

const rowsOf = (value: unknown): Answers[] => (Array.isArray(value) ? (value as Answers[]) : []);
const isShownIf = (condition: Condition | null | undefined, valueOf: (id: string) => unknown) =>
  holds(condition ?? undefined, valueOf);

/** A form with its answers: the shown fields, their values, and which are required. */
export type Evaluated = {
  pages: FormPage[];
  isShown: (field: FormField, row?: Answers) => boolean;
  isNeeded: (field: FormField, row?: Answers) => boolean;
  /** Returns the value for conditions; of a calculated field its result. */
  valueOf: (id: string, row?: Answers) => unknown;
};

type Where = { field: FormField; page: FormPage; group?: FormField };

const readsOf = (condition: Condition | null | undefined): string[] =>
  condition ? ((condition.all ?? condition.any)?.flatMap(readsOf) ?? (condition.field ? [condition.field] : [])) : [];

const needsOf = ({ field, page, group }: Where): string[] => [
  ...(group ? [group.id] : []),
  ...readsOf(page.shownIf),
  ...readsOf(field.shownIf),
  ...(field.type === "calculated" ? fieldsOfFormula(field.formula ?? "") : []),
];

/** Returns the ids of the fields, each after those on which it depends. */
function ordered(byId: ReadonlyMap<string, Where>): Set<string> {
  const begun = new Set<string>();
  const done = new Set<string>();
  const waiting = [...byId.keys()].toReversed().map((id) => ({ id, isLeft: false }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { id, isLeft } = next;
    const where = byId.get(id);
    if (isLeft) done.add(id);
    else if (where && !begun.has(id)) {
      begun.add(id);
      waiting.push({ id, isLeft: true }, ...needsOf(where).map((other) => ({ id: other, isLeft: false })));
    }
  }
  return done;
}

/**
 * Evaluates a definition over answers. A hidden field counts as unanswered, so that no condition depends on it; staff
 * fields are left out for others.
 */
export function evaluate(definition: Definition, answers: Answers, isStaff: boolean, day = today()): Evaluated {
  const byId = new Map<string, Where>();
  for (const page of definition.pages) {
    for (const field of page.fields) {
      byId.set(field.id, { field, page });
      for (const inner of field.fields ?? []) byId.set(inner.id, { field: inner, page, group: field });
    }
  }
  // A circle, which the server refuses to publish, must not hang the builder's preview.
  const open = new Set<string>();
  const known = new Map<string, unknown>();
  const knownOfRow = new WeakMap<Answers, Map<string, unknown>>();
  const keptOf = (row?: Answers) => {
    if (!row) return known;
    const kept = knownOfRow.get(row) ?? new Map<string, unknown>();
    knownOfRow.set(row, kept);
    return kept;
  };
  // Cached only at the outermost level: results from within a circle apply only there.
  const once = <T>(key: string, instead: T, work: () => T, row?: Answers): T => {
    const kept = keptOf(row);
    if (kept.has(key)) return kept.get(key) as T;
    if (open.has(key)) return instead;
    open.add(key);
    let result: T;
    try {
      result = work();
    } finally {
      open.delete(key);
    }
    if (!open.size) kept.set(key, result);
    return result;
  };
  const isPageShown = (page: FormPage): boolean =>
    once(`page ${page.id}`, true, () => isShownIf(page.shownIf, (id) => valueOf(id)));
  const isShown = (field: FormField, row?: Answers): boolean => {
    const place = byId.get(field.id);
    if (!place || (field.staffOnly && !isStaff) || !isPageShown(place.page)) return false;
    if (place.group && !isShown(place.group)) return false;
    return once(`field ${field.id}`, true, () => isShownIf(field.shownIf, (id) => valueOf(id, row)), row);
  };
  const read = (field: FormField, values: Answers, row?: Answers): unknown => {
    if (!isShown(field, row)) return null;
    if (field.type === "calculated")
      return once(`value ${field.id}`, null, () => calculate(field.formula ?? "", (id) => numberIn(id, row), day), row);
    const value = values[field.id] ?? null;
    return field.type === "richtext" && typeof value === "string" ? plainText(value) : value;
  };
  const valueOf = (id: string, row?: Answers): unknown => {
    const place = byId.get(id);
    if (!place) return null;
    const { field, group } = place;
    if (!group) return read(field, answers);
    if (row) return read(field, row, row);
    return isShown(group) ? rowsOf(answers[group.id]).map((entry) => read(field, entry, entry)) : [];
  };
  /** Returns the value for formulas: money in whole units. */
  const numberIn = (id: string, row?: Answers): unknown => {
    const value = valueOf(id, row);
    if (byId.get(id)?.field.type !== "currency") return value;
    const whole = (one: unknown) => (typeof one === "number" ? one / 100 : one);
    return Array.isArray(value) ? value.map(whole) : whole(value);
  };
  const isNeeded = (field: FormField, row?: Answers) =>
    !!field.required || (!!field.neededIf && isShownIf(field.neededIf, (id) => valueOf(id, row)));

  // Sorts each field after those it reads, so that every value is computed once and a long chain needs no deep
  // recursion.
  for (const id of ordered(byId)) valueOf(id);
  return { pages: definition.pages.filter(isPageShown), isShown, isNeeded, valueOf };
}

function countProblem(field: FormField, count: number): string | null {
  if (typeof field.least === "number" && count < field.least) return messages.minEntries(field.least);
  if (typeof field.most === "number" && count > field.most) return messages.maxEntries(field.most);
  return null;
}

/** True for an answer without any text, entry or value. */
function isBlank({ type }: FormField, value: unknown): boolean {
  if (typeof value === "string") return (type === "richtext" ? plainText(value) : value).trim() === "";
  return value === null || value === undefined || (Array.isArray(value) && !value.length);
}

function blankProblem({ type, least }: FormField): string {
  if (least && type === "file") return messages.minFiles(least);
  return least && (type === "multiselect" || type === "repeat") ? messages.minEntries(least) : messages.required;
}

/** Returns the problem of a visible answer, in the words of platform.md 5, or null. */
function problemOfAnswer(
  field: FormField,
  value: unknown,
  isNeeded: boolean,
  other?: { value: unknown; title: string },
): string | null {
  if (isText(field) || field.type === "calculated" || field.type === "signature") return null;
  if (field.type === "agreement" && value !== true) return isNeeded ? messages.agreement : null;
  if (isBlank(field, value)) return isNeeded || (field.type === "repeat" && field.least) ? blankProblem(field) : null;
  if (field.type === "yesno" || field.type === "agreement") return null;
  if (field.type === "repeat") return countProblem(field, rowsOf(value).length);
  const control = { ...controlOf(field), required: isNeeded };
  const problem = validateField(control, toDraft(control, value));
  if (problem || !other) return problem;
  return (value ?? "") === (other.value ?? "") ? null : messages.sameAs(other.title);
}

/** Returns all problems by the address of their field: its id, inside a repeating group `group.0.id`. */
export function problemsOf(
  definition: Definition,
  answers: Answers,
  isStaff: boolean,
  signatures: Record<string, Signature> = {},
  signs: (field: FormField) => boolean = () => true,
): Problems {
  const { pages, isShown, isNeeded, valueOf } = evaluate(definition, answers, isStaff);
  const problems: Problems = {};
  const titles = new Map(everyField(definition).map(({ id, title }) => [id, title]));
  const check = (field: FormField, address: string, values: Answers, row?: Answers) => {
    if (!isShown(field, row)) return;
    const other = field.sameAs
      ? { value: valueOf(field.sameAs, row), title: titles.get(field.sameAs) ?? "" }
      : undefined;
    const isUnsigned = field.type === "signature" && isNeeded(field, row) && signs(field) && !signatures[field.id];
    const problem = isUnsigned
      ? messages.required
      : problemOfAnswer(field, values[field.id], isNeeded(field, row), other);
    if (problem) problems[address] = problem;
    if (field.type === "repeat")
      rowsOf(values[field.id]).forEach((entry, place) => {
        for (const inner of field.fields ?? []) check(inner, `${address}.${place}.${inner.id}`, entry, entry);
      });
  };
  for (const { fields } of pages) for (const field of fields) check(field, field.id, answers);
  return problems;
}

/** True if something was answered. */
export const isAnswered = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== "" && !(Array.isArray(value) && !value.length);

/** Returns an answer for reading, drawn by the kind of its control. */
export function showAnswer(field: FormField, value: unknown) {
  const control = controlOf(field);
  return isAnswered(value) ? kindOf(control).show(value, control) : null;
}

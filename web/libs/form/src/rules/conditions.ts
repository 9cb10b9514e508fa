import type { Field, Shape } from "@staffroom/contract";
import { plainText } from "@staffroom/ui";

/**
 * Conditions and requirements of a record, as its service declares them (`kit/values/conditions.py`). One table of
 * examples tests both evaluators.
 */
export type Condition = Shape<"teaching", "Condition">;
export type Requirement = Shape<"teaching", "Requirement">;
export type Part = Shape<"teaching", "FormPart">;
/** The declared fields and parts of a thing, and the order in which they are checked (`useFields`). */
export type Declared = { fields: ReadonlyMap<string, Field>; parts: readonly Part[]; checks: readonly string[] };
/** A record as in its detail response, or the entries of a form. */
type Values = object;
type ValueOf = (path: string) => unknown;
/** A value that a record lacks: the field, and the popup with which the move would be refused. */
export type Missing = { field: string; title: string; text: string };

/** Returns the value at a path: `courseWithStudentInfo.reachGrade`. */
export function valueAt(record: Values, path: string): unknown {
  let value: unknown = record;
  for (const name of path.split("."))
    value = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  return value;
}

/** Returns the number of characters of a trimmed text, or of entries of a list; undefined for other values. */
export function sizeOf(value: unknown): number | undefined {
  if (value === null || value === undefined) return 0;
  // An emoji is one character to the service, and two to JavaScript.
  if (typeof value === "string") return [...value.trim()].length;
  return Array.isArray(value) ? value.length : undefined;
}

const isSame = (value: unknown, other: unknown) => (value ?? null) === (other ?? null);
const isOneOf = (value: unknown, others: unknown) =>
  Array.isArray(others) && others.some((other) => isSame(value, other));
const isComparable = (value: unknown, other: unknown): value is number | string =>
  typeof value === typeof other && (typeof value === "number" || typeof value === "string");

function contains(value: unknown, part: unknown): boolean {
  if (typeof value === "string") return typeof part === "string" && value.toLowerCase().includes(part.toLowerCase());
  return Array.isArray(value) && isOneOf(part, value);
}

const operators: Readonly<Record<NonNullable<Condition["operator"]>, (value: unknown, other: unknown) => boolean>> = {
  is: isSame,
  isNot: (value, other) => !isSame(value, other),
  oneOf: isOneOf,
  noneOf: (value, others) => !isOneOf(value, others),
  filled: (value) => sizeOf(value) !== 0,
  empty: (value) => sizeOf(value) === 0,
  atLeast: (value, least) => isComparable(value, least) && value >= (least as typeof value),
  atMost: (value, most) => isComparable(value, most) && value <= (most as typeof value),
  contains,
};

/** True if a condition holds, or there is none. */
export function holds(condition: Condition | undefined, valueOf: ValueOf): boolean {
  if (!condition) return true;
  if (condition.all) return condition.all.every((part) => holds(part, valueOf));
  if (condition.any) return condition.any.some((part) => holds(part, valueOf));
  const { field = "", operator = "filled", value } = condition;
  return operators[operator](valueOf(field), value);
}

/** True if a value does not satisfy a requirement. */
export function lacks({ least, most, among }: Pick<Requirement, "least" | "most" | "among">, value: unknown): boolean {
  if (among?.length) return !isOneOf(value, among);
  const size = sizeOf(value);
  return size !== undefined && (size < least || (most !== undefined && size > most));
}

/** Returns a record's values as conditions see them: rich text without its markup. */
const valuesOf =
  ({ fields }: Pick<Declared, "fields">, record: Values): ValueOf =>
  (path) => {
    const value = valueAt(record, path);
    return typeof value === "string" && fields.get(path)?.type === "richtext" ? plainText(value) : value;
  };

/** True if this record shows a field or a part; false if none has the name. */
export function isShown(declared: Declared, name: string, record: Values): boolean {
  const one = declared.fields.get(name) ?? declared.parts.find((part) => part.name === name);
  return !!one && holds(one.shownIf, valuesOf(declared, record));
}

/** Return the title of a field in this record. */
export function titleOf(declared: Declared, name: string, record: Values): string {
  const field = declared.fields.get(name);
  return field?.titles?.find(({ when }) => holds(when, valuesOf(declared, record)))?.title ?? field?.title ?? "";
}

/** Return the value that a move needs in a field or part of this record. */
export function requirementOf(declared: Declared, name: string, record: Values, move: string): Requirement | undefined {
  const needed = declared.fields.get(name)?.needed ?? declared.parts.find((part) => part.name === name)?.needed;
  return needed?.find(({ moves, when }) => moves.includes(move) && holds(when, valuesOf(declared, record)));
}

/** Returns everything that a move lacks in this record, in the order of the server's checks. */
export function missingFor(declared: Declared, record: Values, move: string): Missing[] {
  const valueOf = valuesOf(declared, record);
  return declared.checks.flatMap((name) => {
    // A part whose value is not in the response is checked only by the server.
    const path = declared.parts.find((part) => part.name === name)?.at ?? name;
    const rule = path ? requirementOf(declared, name, record, move) : undefined;
    return rule && lacks(rule, valueOf(path)) ? [{ field: name, title: rule.title, text: rule.note ?? rule.text }] : [];
  });
}

import type { Field } from "@staffroom/contract";
import { problemOf } from "../inputs";
import { messages } from "./rules";

/**
 * Returns the error of a draft, or null. `draft` is the input's value: text for numbers and money, `2026-11-21` for
 * dates; `others` are the form's other drafts.
 */
export function validateField(
  field: Field,
  draft: unknown,
  others: Record<string, unknown> = {},
  titleOf: (name: string) => string = (name) => name,
): string | null {
  const problem = problemOf(field, draft);
  if (problem) return problem;
  const { sameAs } = field;
  return sameAs && (draft ?? "") !== (others[sameAs] ?? "") ? messages.sameAs(titleOf(sameAs)) : null;
}

/** Returns every problem of a form by field name; empty if it can be sent. */
export function validateForm(fields: readonly Field[], drafts: Record<string, unknown>): Record<string, string> {
  const titleOf = (name: string) => fields.find((field) => field.name === name)?.title ?? name;
  const problems: Record<string, string> = {};
  for (const field of fields) {
    const problem = validateField(field, drafts[field.name], drafts, titleOf);
    if (problem) problems[field.name] = problem;
  }
  return problems;
}

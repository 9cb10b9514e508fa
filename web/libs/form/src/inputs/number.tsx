import type { ContentType, Field } from "@staffroom/contract";
import { formatMoney, formatPercent } from "@staffroom/ui";
import { checkContent, checkRange, messages } from "../rules/rules";
import type { Kind } from "./kind";
import { lineInput, text } from "./text";

/** The hundredths of a decimal text; computed on the text, as 19.99 * 100 is 1998.9999999999998. */
function hundredths(number: string): number {
  const match = /^([+-]?)(\d*)(?:\.(\d{0,2}))?$/.exec(number);
  if (!match) return Math.round(Number(number) * 100);
  const amount = Number(match[2] || 0) * 100 + Number((match[3] ?? "").padEnd(2, "0"));
  return match[1] === "-" ? -amount : amount;
}

const parseBy =
  (read: (number: string) => number): Kind["parse"] =>
  (draft) => {
    if (typeof draft !== "string") return draft ?? null;
    return draft.trim() === "" ? null : read(draft.trim());
  };

/** Checks the content, then `rule`, then the range; `scale` is the number of sent units in one typed unit. */
const checkNumber =
  (
    usual: (field: Field) => ContentType,
    scale = 1,
    rule: (number: string) => string | null = () => null,
  ): Kind["check"] =>
  (draft, field) => {
    const number = String(draft).trim();
    return (
      checkContent(field.content ?? usual(field), number) ??
      rule(number) ??
      checkRange(Number(number), field.min, field.max, scale)
    );
  };

export const decimal: Kind = {
  ...text,
  Input: lineInput(() => ({ inputMode: "decimal" })),
  draft: (value) => String(value),
  parse: parseBy(Number),
  check: checkNumber(() => "decimal"),
};

export const integer: Kind = {
  ...decimal,
  Input: lineInput(() => ({ inputMode: "numeric" })),
  check: checkNumber(
    ({ min }) => ((min ?? 0) < 0 ? "decimal" : "integer"),
    1,
    (number) => (/^[+-]?\d+$/.test(number) ? null : messages.numeric),
  ),
};

/** Money and percentages are sent times 100, typed and shown in whole units. */
export const money: Kind = {
  ...decimal,
  Input: lineInput(({ currency }) => ({ inputMode: "decimal", prefix: currency === "EUR" ? "€" : "£" })),
  show: (value, { currency }) => formatMoney(value, currency),
  draft: (value) => (typeof value === "number" ? (value / 100).toFixed(2) : String(value)),
  parse: parseBy(hundredths),
  check: checkNumber(() => "currency", 100),
};

export const percent: Kind = {
  ...money,
  Input: lineInput(() => ({ inputMode: "decimal", suffix: "%" })),
  show: (value) => formatPercent(value),
  draft: (value) => (typeof value === "number" ? (value / 100).toFixed(value % 100 ? 2 : 0) : String(value)),
};

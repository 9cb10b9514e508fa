import type { Column, Field, FieldType } from "@staffroom/contract";
import { controlContent } from "@staffroom/list";
import { formatMoney } from "@staffroom/ui";
import type { ReactNode } from "react";
import { textOf } from "./cell-text";

const asListed: Partial<Record<FieldType, Column["type"]>> = {
  multiselect: "tags",
  textarea: "text",
  phone: "text",
  colour: "text",
  address: "text",
  table: "text",
  files: "text",
};

/** A field as a column of a list, whose formats cells share. */
export const asColumn = ({ name, title, type, options }: Field): Column => ({
  name,
  title,
  type: (asListed[type] ?? type) as Column["type"],
  options: options ?? undefined,
});

const numeric = new Set<FieldType>(["integer", "decimal", "money", "percent"]);
export const isRight = ({ type }: Field): boolean => numeric.has(type);
/** Texts take the remaining width. */
export const shareRoom = ({ type }: Field): boolean =>
  ["text", "textarea", "richtext", "multiselect", "email"].includes(type);

/** Draws a cell's value for reading, on one line. */
export function shown(field: Field, value: unknown): ReactNode {
  if (value === null || value === undefined || value === "") return null;
  switch (field.type) {
    case "money":
      return formatMoney(value, field.currency);
    case "boolean":
      return value === true ? (
        controlContent(asColumn(field), { [field.name]: value })
      ) : (
        <span className="sr-visually-hidden">No</span>
      );
    case "table":
    case "files":
    case "address":
      return textOf(field, value);
    default:
      return controlContent(asColumn(field), { [field.name]: value });
  }
}

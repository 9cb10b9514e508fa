import type { Field } from "@staffroom/contract";
import { toDraft } from "@staffroom/form";
import { isLine, isTypedAsText, optionOfKey, readText } from "../cells/cell-text";
import { pendingOf, shownValue, type GridAction, type GridState } from "../model/grid-state";
import type { Position } from "../model/positions";
import type { Sheet } from "../model/sheet";

/**
 * Return the action of Enter, F2, a double click or a second tap: a box is ticked, a toggling cell gets its next value
 * unless it is `opened` (F2), any other opens its control with its value.
 */
export function beginEdit(sheet: Sheet, state: GridState, at: Position, opened = false): GridAction {
  const field = sheet.fieldAt(at.row, at.column);
  if (sheet.isControl(at.column)) return { type: "go", to: at };
  const pending = pendingOf(sheet, state.cells, at);
  const value = shownValue(sheet, state.cells, at);
  const toggled =
    opened || !sheet.mayEdit(at.row, at.column)
      ? null
      : sheet.toggled(at.row, at.column, pending?.isText ? pending.stored : value);
  if (toggled) return { type: "enter", at, value: toggled.value };
  if (field.type === "boolean" && sheet.mayEdit(at.row, at.column))
    return { type: "enter", at, value: !(pending?.isText ? pending.stored : value) };
  // A text that is not a value of its type is corrected as text.
  if (pending?.isText && (isLine(field) || isTypedAsText(field)))
    return { type: "edit", mode: "text", draft: String(pending.value ?? "") };
  const draft = toDraft(
    field,
    pending?.isText && !["textarea", "richtext"].includes(field.type) ? pending.stored : value,
  );
  return { type: "edit", mode: isLine(field) ? "text" : "control", draft };
}

const asHtml = (key: string) => (key === " " ? "&nbsp;" : key.replace(/[&<>]/, (sign) => `&#${sign.charCodeAt(0)};`));

/**
 * Return the draft of a long text with one more character, typed before its editor had the focus. A trailing space is
 * non-breaking until something follows it, because HTML drops trailing spaces.
 */
export function typedOn(field: Field, draft: unknown, key: string): string {
  const text = String(draft ?? "");
  if (field.type !== "richtext") return text + key;
  const end = text.lastIndexOf("</p>");
  return end < 0
    ? `${text}<p>${asHtml(key)}</p>`
    : text.slice(0, end).replace(/&nbsp;$/, " ") + asHtml(key) + text.slice(end);
}

/** Return the action of typing a character: it replaces the value; in a choice it selects the option. */
export function beginTyping(sheet: Sheet, state: GridState, at: Position, key: string): GridAction {
  const field = sheet.fieldAt(at.row, at.column);
  if (!sheet.mayEdit(at.row, at.column)) return { type: "edit", mode: "text", draft: key };
  if (key === " " && sheet.toggled(at.row, at.column, null)) return beginEdit(sheet, state, at);
  switch (field.type) {
    case "boolean": {
      const read = key === " " ? null : readText(field, key);
      return read && "value" in read ? { type: "enter", at, value: read.value } : beginEdit(sheet, state, at);
    }
    case "select": {
      const option = optionOfKey(field, key, shownValue(sheet, state.cells, at));
      return option ? { type: "enter", at, value: option.value } : beginEdit(sheet, state, at);
    }
    case "textarea":
      return { type: "edit", mode: "control", draft: key };
    case "richtext":
      return { type: "edit", mode: "control", draft: typedOn(field, "", key) };
    default:
      return isLine(field) || isTypedAsText(field)
        ? { type: "edit", mode: "text", draft: key, isTyped: true }
        : beginEdit(sheet, state, at);
  }
}

import { api, ApiError, isUnreachable, plainErrorText } from "@staffroom/api";
import type { FieldSaved } from "@staffroom/contract";
import { sameValue } from "@staffroom/form";
import type { CellChange, Refusal } from "./types";

/** Returns the value that another user saved in the meantime, or undefined for any other error. */
const theirsOf = (error: unknown): { value: unknown } | undefined =>
  error instanceof ApiError && error.code === "changed_meanwhile" && typeof error.body === "object"
    ? { value: error.body?.value }
    : undefined;

type Records = {
  /** The record of a cell, to which `PUT {field, newValue, oldValue}` is sent. */
  pathOf: (change: CellChange) => string;
  /** The field of a cell; the column's name when absent. */
  fieldOf?: (change: CellChange) => string;
  /** Refreshes the row with the server's present value. */
  onSaved: (saved: FieldSaved, change: CellChange) => void;
};

/**
 * Saves cells that are declared fields of records, one call each. Refusals of the server are returned by cell; a call
 * without a response rejects. A value that another user changed in the meantime is passed to `onSaved` and refused:
 * Retry then overwrites it, Restore keeps it.
 */
export async function saveFields(
  changes: readonly CellChange[],
  { pathOf, fieldOf = ({ name }) => name, onSaved }: Records,
): Promise<Refusal[]> {
  const refusals: Refusal[] = [];
  for (const change of changes) {
    const { row, name, value, before } = change;
    const field = fieldOf(change);
    try {
      const saved = await api.put<FieldSaved>(pathOf(change), {
        field,
        newValue: value ?? null,
        oldValue: before ?? null,
      });
      onSaved(saved ?? { field, value }, change);
    } catch (error) {
      if (isUnreachable(error)) throw error;
      const theirs = theirsOf(error);
      if (theirs) onSaved({ field, value: theirs.value }, change);
      // A call whose response was lost had been saved.
      if (theirs && sameValue(theirs.value, value)) continue;
      const text = theirs
        ? "Somebody has changed this since. Retry saves your value, Restore keeps theirs"
        : (error instanceof ApiError && error.fields[field]) || plainErrorText(error);
      refusals.push({ row, name, text });
    }
  }
  return refusals;
}

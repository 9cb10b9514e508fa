import { api, ApiError, isUnreachable, plainErrorText } from "@staffroom/api";
import type { FieldSaved } from "@staffroom/contract";
import { sameValue } from "@staffroom/form";
import type { CellChange, Refusal } from "./types";

/** The value that somebody else saved meanwhile, or undefined for any other error. */
const theirsOf = (error: unknown): { value: unknown } | undefined =>
  (error instanceof ApiError && error.code === "changed_meanwhile" && typeof error.body === "object" ? { value: error.body?.value } : undefined);

/**
 * Saves cells that are declared fields of records: each by `PUT {field, newValue, oldValue}` to the record that `pathOf` names. What the server
 * refuses is answered by cell; a call without an answer rejects. A value that somebody changed meanwhile is told to `onSaved`, so that the row
 * shows it, and refused: Retry then saves over it, Restore keeps it.
 */
export async function saveFields(changes: readonly CellChange[], pathOf: (change: CellChange) => string, onSaved: (change: CellChange, saved: FieldSaved) => void): Promise<Refusal[]> {
  const refusals: Refusal[] = [];
  for (const change of changes) {
    const { row, name, value, before } = change;
    try {
      const saved = await api.put<FieldSaved>(pathOf(change), { field: name, newValue: value ?? null, oldValue: before ?? null });
      onSaved(change, saved ?? { field: name, value });
    } catch (error) {
      if (isUnreachable(error)) throw error;
      const theirs = theirsOf(error);
      if (theirs) onSaved(change, { field: name, value: theirs.value });
      // A call whose answer was lost had been saved.
      if (theirs && sameValue(theirs.value, value)) continue;
      const text = theirs ? "Somebody changed this meanwhile. Retry saves your value, Restore keeps theirs" : (error instanceof ApiError && error.fields[name]) || plainErrorText(error);
      refusals.push({ row, name, text });
    }
  }
  return refusals;
}

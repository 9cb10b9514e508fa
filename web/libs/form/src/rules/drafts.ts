import { storageKey } from "@staffroom/api";

/** Unsaved entries, which survive a reload and are deleted with the session. */
const prefix = storageKey("draft.");

export function readDraft<T>(key: string): T | undefined {
  try {
    const text = localStorage.getItem(prefix + key);
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}

export function keepDraft(key: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + key, JSON.stringify(value));
  } catch {
    // A full or blocked storage loses the draft, but not the form.
  }
}

export function dropDraft(key: string): void {
  localStorage.removeItem(prefix + key);
}

/** Values that this browser stores. A storage that is full, blocked or unreadable counts as empty. */
export function readKept<T>(key: string, storage: "localStorage" | "sessionStorage" = "localStorage"): T | null {
  try {
    return JSON.parse(window[storage].getItem(key) ?? "null") as T | null;
  } catch {
    return null;
  }
}

/** Saves a value; null removes it. */
export function keep(key: string, value: unknown, storage: "localStorage" | "sessionStorage" = "localStorage"): void {
  try {
    if (value === null) window[storage].removeItem(key);
    else window[storage].setItem(key, JSON.stringify(value));
  } catch {
    // The value lasts as long as the page.
  }
}

/** Values that this browser keeps. A storage that is full or blocked, or holds something else, is as an empty one. */
export function readKept<T>(key: string, storage: "localStorage" | "sessionStorage" = "localStorage"): T | null {
  try {
    return JSON.parse(window[storage].getItem(key) ?? "null") as T | null;
  } catch {
    return null;
  }
}

/** Keeps a value; null removes it. */
export function keep(key: string, value: unknown, storage: "localStorage" | "sessionStorage" = "localStorage"): void {
  try {
    if (value === null) window[storage].removeItem(key);
    else window[storage].setItem(key, JSON.stringify(value));
  } catch {
    // The value lasts as long as the page.
  }
}

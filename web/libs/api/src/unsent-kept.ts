import { storageKey } from "./constants";

/**
 * A change that has not reached the server. It stays in the browser with the drafts until it is sent, for its user
 * only.
 */
export type Unsent = {
  id: string;
  userId: number;
  label: string;
  method: string;
  path: string;
  body?: unknown;
  idempotencyKey?: string;
  /** The key of the draft that it sends. */
  draft?: string;
  /** When it was saved here. */
  at: number;
  /** Why the server refused it. */
  refusal?: string;
};

const most = 50;
const name = "unsent.";
const keyOf = (userId: number) => storageKey(`${name}${userId}`);
/** Returns the key of unsent data that an area stores for a user in its own form, such as strokes on a page. */
export const unsentKey = (userId: number, what: string) => `${keyOf(userId)}.${what}`;
export const draftKeyOf = (draft: string) => storageKey(`draft.${draft}`);

/** True for a key that survives an expired session: its user sends it after signing in again. */
export const isOfUnsent = (key: string): boolean => key.startsWith(storageKey(name));

export function readUnsent(userId: number | undefined): Unsent[] {
  if (userId === undefined) return [];
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? "[]");
    return Array.isArray(kept) ? (kept as Unsent[]) : [];
  } catch {
    return [];
  }
}

function write(userId: number, unsent: readonly Unsent[]): void {
  try {
    if (unsent.length) localStorage.setItem(keyOf(userId), JSON.stringify(unsent.slice(-most)));
    else localStorage.removeItem(keyOf(userId));
  } catch {
    // If the storage is full or blocked, the change lasts as long as the page is open.
  }
}

/** Saves a change in place of the one with the same draft or call; returns its id. */
export function keepUnsent({
  id,
  at,
  ...change
}: Omit<Unsent, "id" | "at"> & Partial<Pick<Unsent, "id" | "at">>): string {
  const { userId, draft, method, path, idempotencyKey } = change;
  const own = id ?? draft ?? idempotencyKey ?? `${method} ${path}`;
  const unsent = readUnsent(userId);
  const one = { ...change, id: own, at: at ?? Date.now() };
  const place = unsent.findIndex((other) => other.id === own);
  write(userId, place < 0 ? [...unsent, one] : unsent.with(place, one));
  return own;
}

export function dropUnsent(userId: number | undefined, id: string): void {
  if (userId !== undefined)
    write(
      userId,
      readUnsent(userId).filter((one) => one.id !== id),
    );
}

/** Deletes everything that the user has not sent. */
export function forgetUnsent(userId: number | undefined): void {
  if (userId === undefined) return;
  write(userId, []);
  for (const key of Object.keys(localStorage)) if (key.startsWith(unsentKey(userId, ""))) localStorage.removeItem(key);
}

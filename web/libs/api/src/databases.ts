import { getSession } from "./session";

/** Returns the name of an IndexedDB database of the signed-in user, so that it is deleted when they sign out. */
export const databaseName = (of: string, user = getSession().user?.id ?? 0): string => `staffroom-${user}-${of}`;

/** Deletes a user's databases in this browser; an open one is deleted once its page has closed it. */
export async function forgetDatabases(user: number | undefined): Promise<void> {
  if (user === undefined || typeof indexedDB === "undefined") return;
  // Firefox before 126 cannot list them.
  const all = await indexedDB.databases?.().catch(() => []);
  for (const { name } of all ?? []) if (name?.startsWith(databaseName("", user))) indexedDB.deleteDatabase(name);
}

import { getSession } from "./session";

/** The name of a database (IndexedDB) of the person who is signed in, so that it goes when they sign out. */
export const databaseName = (of: string, user = getSession().user?.id ?? 0): string => `staffroom-${user}-${of}`;

/** Deletes the databases of a person in this browser; one that is open goes when its page has closed it. */
export async function forgetDatabases(user: number | undefined): Promise<void> {
  if (user === undefined || typeof indexedDB === "undefined") return;
  // Firefox before 126 cannot list them.
  const all = await indexedDB.databases?.().catch(() => []);
  for (const { name } of all ?? []) if (name?.startsWith(databaseName("", user))) indexedDB.deleteDatabase(name);
}

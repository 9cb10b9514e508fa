import { databaseName, getSession } from "@staffroom/api";
import { noScan, type Scan } from "./model";

/**
 * Scanned pages in this browser (IndexedDB) until they are sent, by user and record: photos are too large for
 * `localStorage`.
 */
type Kept = { key: string; at: number; scan: Scan };

const lifetime = 7 * 24 * 3600_000;
const store = "scans";

/** The scan of a record by this user; a scan without a record belongs to the kind. */
export const scanKey = (kind = "", entityType = "", entityTypeId?: number): string =>
  [getSession().user?.id ?? 0, kind, entityType, entityTypeId ?? ""].join(".");

function open(): Promise<IDBDatabase> {
  return new Promise((done, fail) => {
    if (typeof indexedDB === "undefined") return fail(new Error("This browser cannot store photos"));
    const request = indexedDB.open(databaseName("scans"), 1);
    request.addEventListener("upgradeneeded", () => request.result.createObjectStore(store, { keyPath: "key" }));
    request.addEventListener("success", () => done(request.result));
    request.addEventListener("error", () => fail(request.error));
  });
}

async function run<Result>(
  mode: IDBTransactionMode,
  work: (scans: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open();
  try {
    return await new Promise<Result>((done, fail) => {
      const transaction = database.transaction(store, mode);
      const request = work(transaction.objectStore(store));
      transaction.addEventListener("complete", () => done(request.result));
      transaction.addEventListener("error", () => fail(transaction.error));
      transaction.addEventListener("abort", () => fail(transaction.error));
    });
  } finally {
    database.close();
  }
}

/**
 * Read the scan; an empty one if there is none, or the browser stores nothing. Scans older than seven days are deleted.
 */
export async function readScan(key: string, now = Date.now()): Promise<Scan> {
  try {
    const all = (await run("readonly", (scans) => scans.getAll())) as Kept[];
    for (const { key: old, at } of all) if (now - at >= lifetime) await run("readwrite", (scans) => scans.delete(old));
    return all.find((kept) => kept.key === key && now - kept.at < lifetime)?.scan ?? noScan;
  } catch {
    return noScan;
  }
}

/** Save the scan; return false if the browser has no room, so that the page can say so. */
export async function keepScan(key: string, scan: Scan, now = Date.now()): Promise<boolean> {
  try {
    if (!scan.pages.length) await run("readwrite", (scans) => scans.delete(key));
    else await run("readwrite", (scans) => scans.put({ key, at: now, scan } satisfies Kept));
    return true;
  } catch {
    return false;
  }
}

import { getSession } from "@staffroom/api";
import { keep, readKept } from "@staffroom/ui";

/** The text fields of an upload's form, `POST /system/uploader`. */
export type About = {
  uploadType: string;
  description: string;
  entityType: string;
  entityTypeId: string;
  owner?: string;
  reviewDate?: string;
  /** The call with the form, if it is another one: a new version, with its note and who signs again. */
  path?: string;
  note?: string;
  signAgain?: string;
  signBy?: string;
};
/** True if two uploads have the same form. */
export const isSameForm = (one: About, other: About): boolean =>
  (["uploadType", "description", "owner", "reviewDate", "path", "note", "signAgain", "signBy"] as const).every(
    (name) => (one[name] ?? "") === (other[name] ?? ""),
  );

export type Unfinished = About & {
  address: string;
  name: string;
  size: number;
  modified: number;
  sent: number;
  at: number;
};

/** The server drops an upload seven days after its last piece. */
const lifetime = 7 * 24 * 3600_000;

/** Signing out keeps it: an upload continues after a new sign-in. The server lets only its creator continue it. */
const storage = (): string => `staffroom-uploads.${getSession().user?.id ?? 0}`;

/** Returns the user's uploads that this browser began and did not finish. */
export function readUnfinished(now = Date.now()): Unfinished[] {
  const kept = readKept<Unfinished[]>(storage());
  return Array.isArray(kept) ? kept.filter(({ at }) => now - at < lifetime) : [];
}

// If the storage is full or blocked, the upload cannot be resumed after a reload.
const write = (kept: Unfinished[]): void => keep(storage(), kept.length ? kept : null);

export const forget = (address: string): void => write(readUnfinished().filter((one) => one.address !== address));
export const keepUpload = (upload: Unfinished): void =>
  write([...readUnfinished().filter((one) => one.address !== upload.address), upload]);

/** True if it is the same file, as far as a browser can tell before reading it. */
export const isOf = (upload: Unfinished, file: File): boolean =>
  upload.name === file.name && upload.size === file.size && upload.modified === file.lastModified;

/** Returns the unfinished new version of a file. */
export const versionOf = (path: string): Unfinished | undefined =>
  readUnfinished().find((upload) => upload.path === path);

/** True if it belongs to this record, or to none. */
export const belongsTo = (upload: Unfinished, entityType?: string, entityTypeId?: number): boolean =>
  !upload.path &&
  upload.entityType === (entityType ?? "") &&
  upload.entityTypeId === (entityTypeId === undefined ? "" : String(entityTypeId));

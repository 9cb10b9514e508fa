import { api, newKey, plainErrorText } from "@staffroom/api";
import type { UploadedFile } from "@staffroom/contract";
import { toast } from "@staffroom/ui";
import { useEffect, useRef, useState } from "react";
import { foldersOf } from "./dropped";
import { removeUpload, sendInPieces } from "./resume";
import { lineBroke, maxDescription, pieceSize, rejection } from "./rules";
import { sendFile } from "./send";
import { belongsTo, isOf, readUnfinished, type Unfinished } from "./unfinished";

export type Entry = {
  key: string;
  file: File;
  /** The names of the folders in which the library stores it, below the open one. */
  folders: readonly string[];
  /** The id of the innermost, once it was found or created. */
  place?: number;
  kind: string | null;
  description: string;
  /** Further values that files of its kind need, by field name. */
  needed: Readonly<Record<string, unknown>>;
  /** From 0 to 1. */
  done: number;
  state: "ready" | "queued" | "sending" | "paused" | "refused";
  note?: string;
  problem?: string;
};

type Options = {
  kind?: string;
  entityType?: string;
  entityTypeId?: number;
  onUploaded?: (files: UploadedFile[]) => void;
  /** Called when a file is on the server. */
  onSent?: (file: File) => void;
  /** Called when all files are sent. */
  onFinished: () => void;
};

/** The bytes of the sent files. */
export const sizeOf = (entries: readonly Entry[]): number =>
  entries.reduce((sum, { file, state }) => sum + (state === "refused" ? 0 : file.size), 0);

/** A file with its folders. */
export const pathOf = ({ folders, file }: Entry): string => [...folders, file.name].join("/");

const stopped = () => new DOMException("stopped", "AbortError");

/** The files of the uploader, sent one after the other. */
export function useUploads({ kind, entityType, entityTypeId, onUploaded, onSent, onFinished }: Options) {
  const [entries, setEntries] = useState<Entry[]>([]);
  const [isSending, setSending] = useState(false);
  const readOpen = (place = entityTypeId) =>
    readUnfinished().filter((one) => belongsTo(one, entityType, place) && (!kind || one.uploadType === kind));
  const [open, setOpen] = useState<Unfinished[]>(() => readOpen());
  /** The current entries while a file is being sent. */
  const latest = useRef<Entry[]>([]);
  const current = useRef<{ key: string; control: AbortController } | null>(null);
  useEffect(() => () => current.current?.control.abort(stopped()), []);

  const update = (next: (now: Entry[]) => Entry[]) => {
    latest.current = next(latest.current);
    setEntries(latest.current);
  };
  const change = (key: string, part: Partial<Entry>) =>
    update((now) => now.map((entry) => (entry.key === key ? { ...entry, ...part } : entry)));
  const openOf = (file: File, place?: number) => readOpen(place).find((one) => isOf(one, file));
  /** The folders that a run found or created. */
  const places = useRef(new Map<string, number>());

  const placeOf = (key: string) => latest.current.find((entry) => entry.key === key)?.place;

  const add = (files: Iterable<File>) => {
    const accepted: Entry[] = [];
    let size = sizeOf(latest.current);
    for (const file of files) {
      const refusal = rejection(file, size);
      const folders = entityType === "folder" ? foldersOf(file) : [];
      const entry = {
        key: newKey(),
        file,
        folders,
        kind: kind ?? null,
        description: "",
        needed: {},
        done: 0,
        state: "ready",
      } as const;
      // A folder may contain many: each shows its refusal in its own row.
      if (refusal && folders.length) accepted.push({ ...entry, state: "refused", problem: refusal });
      else if (refusal) toast.refusal(refusal, file.name);
      else {
        const earlier = folders.length ? undefined : openOf(file);
        const about = earlier
          ? {
              kind: earlier.uploadType,
              description: earlier.description,
              needed: { owner: earlier.owner, reviewDate: earlier.reviewDate },
              done: earlier.sent / file.size,
            }
          : {};
        accepted.push({ ...entry, ...about });
        size += file.size;
      }
    }
    update((now) => [...now, ...accepted]);
  };

  const reach = async ({ key, folders }: Entry) => {
    if (!folders.length) return entityTypeId;
    const way = JSON.stringify(folders);
    const place =
      places.current.get(way) ?? (await api.post<{ id: number }>(`/folder/${entityTypeId}/way`, { names: folders })).id;
    places.current.set(way, place);
    change(key, { place });
    return place;
  };

  const sendEntry = async (entry: Entry, signal: AbortSignal) => {
    const { key, file, kind: uploadType, description, needed } = entry;
    const place = await reach(entry);
    signal.throwIfAborted();
    const about = {
      uploadType: uploadType ?? "",
      description,
      entityType: entityType ?? "",
      entityTypeId: place === undefined ? "" : String(place),
    };
    const more = Object.fromEntries(
      Object.entries(needed).flatMap(([name, value]) =>
        value === null || value === undefined || value === "" ? [] : [[name, String(value)]],
      ),
    );
    const onProgress = (done: number) => change(key, { done, note: undefined });
    if (file.size >= pieceSize)
      return sendInPieces(
        file,
        { ...about, ...more },
        { signal, onProgress, onBreak: () => change(key, { note: lineBroke }), unfinished: openOf(file, place) },
      );
    const form = new FormData();
    form.append("uploadType", about.uploadType);
    form.append("description", about.description);
    if (about.entityType) form.append("entityType", about.entityType);
    if (about.entityTypeId) form.append("entityTypeId", about.entityTypeId);
    for (const [name, value] of Object.entries(more)) form.append(name, value);
    form.append("file", file);
    return sendFile(form, onProgress, signal);
  };

  const run = async () => {
    if (current.current) return;
    setSending(true);
    places.current.clear();
    const sent: UploadedFile[] = [];
    const next = () => latest.current.find(({ state }) => state === "queued");
    for (let entry = next(); entry; entry = next()) {
      const { key, file } = entry;
      const control = new AbortController();
      current.current = { key, control };
      change(key, { state: "sending", note: undefined, problem: undefined });
      try {
        const { id } = await sendEntry(entry, control.signal);
        onSent?.(file);
        sent.push({ id, name: file.name, size: file.size, type: file.type });
        update((now) => now.filter((one) => one.key !== key));
      } catch (error) {
        // The code that stopped it has set its state.
        if (!control.signal.aborted)
          change(key, {
            state: "ready",
            done: (openOf(file, placeOf(key))?.sent ?? 0) / file.size,
            note: undefined,
            problem: plainErrorText(error),
          });
      }
    }
    current.current = null;
    setSending(false);
    setOpen(readOpen());
    if (sent.length) {
      toast.success(sent.length === 1 ? `${sent[0]?.name} uploaded` : `${sent.length} files uploaded`);
      onUploaded?.(sent);
    }
    if (!latest.current.length) onFinished();
  };

  const start = (keys?: string[]) => {
    update((now) =>
      now.map((one) =>
        one.state !== "sending" && one.state !== "refused" && (!keys || keys.includes(one.key))
          ? { ...one, state: "queued", problem: undefined }
          : one,
      ),
    );
    void run();
  };
  const abort = (key?: string) => {
    if (current.current && (!key || current.current.key === key)) current.current.control.abort(stopped());
  };

  return {
    entries,
    isSending,
    /** Earlier uploads that wait for their file. */
    open: open.filter((one) => !entries.some(({ file }) => isOf(one, file))),
    add,
    change,
    clear: () => update(() => []),
    changeAll: (part: Partial<Entry>) => update((now) => now.map((entry) => ({ ...entry, ...part }))),
    start,
    resume: (key: string) => start([key]),
    pause: (key: string) => {
      change(key, { state: "paused", note: undefined });
      abort(key);
    },
    stop: () => {
      update((now) => now.map((one) => (one.state === "refused" ? one : { ...one, state: "ready", note: undefined })));
      abort();
    },
    remove: ({ key, file, state }: Entry) => {
      const sent = openOf(file, placeOf(key));
      update((now) => now.filter((one) => one.key !== key));
      abort(key);
      if (sent && (state === "sending" || state === "paused")) void removeUpload(sent.address).catch(() => undefined);
    },
    forget: ({ address }: Unfinished) => {
      void removeUpload(address).catch(() => undefined);
      setOpen(readOpen());
    },
    isComplete: () => entries.every(({ description }) => description.length <= maxDescription),
  };
}

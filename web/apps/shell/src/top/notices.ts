import { api, dataKey, isNotice, onLive, queryClient, startRealtime, useApi, useSession } from "@staffroom/api";
import type { Notice } from "@staffroom/contract";
import { served } from "@staffroom/language";
import { useEffect } from "react";

const path = "/notifications";
const key = dataKey(path);

/** Notices about the same target: the latest, and the numbers of unread ones. */
export type Thread = { latest: Notice; count: number; unread: number[] };

export const iconOf: Readonly<Record<string, string>> = {
  eventDay: "calendar",
  eventHour: "calendar",
  slip: "clipboard-check",
  lateSlip: "alarm",
  homework: "pencil-ruler",
  journal: "notebook",
  report: "file-text",
  lateReport: "alarm",
  collection: "users",
  tuition: "inbox",
  comment: "message",
  ticket: "support",
  email: "mail",
  error: "bug",
  reminder: "alarm",
  bankDetails: "pound",
};

/** Groups notices, newest first, by their target. */
export function threadsOf(notices: readonly Notice[]): Thread[] {
  const threads = new Map<string, Thread>();
  for (const notice of notices) {
    const about = notice.target || `${notice.kind} ${notice.title}`;
    const thread = threads.get(about) ?? {
      latest: { ...notice, title: served(notice.title), text: served(notice.text) },
      count: 0,
      unread: [],
    };
    thread.count += 1;
    if (!notice.read) thread.unread.push(notice.number);
    threads.set(about, thread);
  }
  return [...threads.values()];
}

/** Keeps the channel of notices open; new ones are added before the loaded ones. */
export function useNoticeChannel(): void {
  const userId = useSession().user?.id;
  useEffect(() => {
    if (userId === undefined) return;
    const close = startRealtime();
    const stop = onLive((event) => {
      if (!isNotice(event)) return;
      queryClient.setQueryData<Notice[]>(key, (old = []) =>
        old.some((one) => one.number === event.data.number) ? old : [event.data, ...old],
      );
    });
    return () => {
      stop();
      close();
    };
  }, [userId]);
}

/** The newest notices of the user. */
export const useNotices = () => useApi<Notice[]>(path, undefined, { staleTime: 60_000 });

/** Loads the notices before a number, newest first, and appends them to the known ones. */
export async function readOlder(before: number): Promise<number> {
  const older = await api.get<Notice[]>(path, { query: { before } });
  queryClient.setQueryData<Notice[]>(key, (known = []) => [...known, ...older]);
  return older.length;
}

/** Marks notices as read, on the screen immediately. */
export function markRead(numbers: readonly number[]): void {
  queryClient.setQueryData<Notice[]>(key, (old = []) =>
    old.map((one) => (numbers.includes(one.number) ? { ...one, read: true } : one)),
  );
  for (const number of numbers) api.post(`${path}/${number}/read`).catch(() => undefined);
}

/** Returns the address of a notice's screen. */
export const targetOf = ({ target }: Notice): string => target.replace(/^#/, "");

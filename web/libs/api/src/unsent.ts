import { api } from "./client";
import { cancelSend, getConnection, sendLater } from "./connection";
import { ApiError, isUnreachable, plainErrorText, type FailedRequest } from "./errors";
import { queryClient } from "./query";
import { getSession, subscribeSession } from "./session";
import { createStore } from "./store";
import { draftKeyOf, dropUnsent, keepUnsent, readUnsent, type Unsent } from "./unsent-kept";

const day = 24 * 3600_000;
/** After a day the server no longer recognises a repeated call by its key, so the user decides whether to send it. */
const isOld = ({ at }: Unsent, now = Date.now()) => now - at > day;
const waitedLong = "It waited for more than a day. See whether it is already there before you send it.";

const refused = createStore<readonly Unsent[]>([]);
const sentListeners = new Set<(label: string) => void>();

/** Changes that the server refused after the page was closed, with the reason; kept until the user decides. */
export const useRefused = refused.use;

/** Subscribes to changes that are sent automatically; returns the function that unsubscribes. */
export function onSent(listener: (label: string) => void): () => void {
  sentListeners.add(listener);
  return () => sentListeners.delete(listener);
}

/** Sends a call without a response once the server can be reached, even if the browser is closed in between. */
export function sendLaterOf(
  error: unknown,
  one: { key: string; label: string; draft?: string; send: () => unknown },
): void {
  sendLater({ key: one.key, label: one.label, send: one.send, kept: keep(error, one) });
}

function keep(error: unknown, { label, draft }: { label: string; draft?: string }): string | undefined {
  const { user } = getSession();
  const request = error instanceof ApiError ? error.request : undefined;
  // Files cannot be kept, and nothing is kept while impersonating.
  if (!user || user.impersonatedBy || !request || request.body === "(files)") return undefined;
  return keepUnsent({ userId: user.id, label, draft, ...partsOf(request) });
}

const partsOf = ({ method, path, headers, body }: FailedRequest) => ({
  method,
  path,
  body,
  idempotencyKey: headers["Idempotency-Key"],
});

const showRefused = () => refused.set(readUnsent(getSession().user?.id).filter(({ refusal }) => refusal));

/** The response to a change that reached the server although its first response was lost. */
const isThere = (error: unknown, { body }: Unsent) =>
  error instanceof ApiError &&
  error.code === "changed_meanwhile" &&
  typeof error.body === "object" &&
  JSON.stringify(error.body?.value) === JSON.stringify((body as { newValue?: unknown } | undefined)?.newValue);

async function send(one: Unsent): Promise<void> {
  try {
    await api.send(one.method, one.path, one.body, { idempotencyKey: one.idempotencyKey }).catch((error: unknown) => {
      if (!isThere(error, one)) throw error;
    });
  } catch (error) {
    // The user may have signed out in the meantime.
    if (!readUnsent(one.userId).some(({ id }) => id === one.id)) return;
    if (isUnreachable(error)) wait(one);
    else keepUnsent({ ...one, refusal: plainErrorText(error) });
    return showRefused();
  }
  discard(one);
  void queryClient.invalidateQueries();
  for (const listener of sentListeners) listener(one.label);
}

const wait = (one: Unsent, instead?: string) =>
  sendLater({ key: one.draft ?? one.id, label: one.label, send: () => send(one), kept: one.id }, instead);

const keptOf = (key: string): Unsent | undefined => {
  const kept = getConnection().waiting.find((one) => one.key === key)?.kept;
  return readUnsent(getSession().user?.id).find(({ id }) => id === kept);
};

/** Takes over the waiting call of a draft whose field is shown again; `send` gets its body. */
export function adopt(key: string, send: (body: unknown) => unknown): void {
  const one = keptOf(key);
  if (one) sendLater({ key, label: one.label, send: () => send(one.body), kept: one.id });
}

/** Sends a waiting call even after its form is left; a refusal then appears next to the connection state. */
export function handOver(key: string): void {
  const one = keptOf(key);
  if (one) wait(one, key);
  else cancelSend(key);
}

/** Sends a refused change again. */
export async function sendAgain(one: Unsent): Promise<void> {
  const again = { ...one, refusal: undefined, at: Date.now() };
  keepUnsent(again);
  showRefused();
  await send(again);
}

/** Deletes an unsent change with its draft. */
export function discard(one: Unsent): void {
  dropUnsent(one.userId, one.id);
  if (one.draft) localStorage.removeItem(draftKeyOf(one.draft));
  showRefused();
}

let resumedFor: number | null = null;

/** Sends, in order, what was unsent when the page was closed. */
export async function resumeUnsent(): Promise<void> {
  const { status, user } = getSession();
  if (status !== "signedIn" || !user) resumedFor = null;
  if (status !== "signedIn" || !user || user.impersonatedBy || resumedFor === user.id) return;
  resumedFor = user.id;
  const left = readUnsent(user.id);
  for (const one of left) if (!one.refusal && isOld(one)) keepUnsent({ ...one, refusal: waitedLong });
  showRefused();
  const waiting = left.filter((one) => !one.refusal && !isOld(one));
  for (const one of waiting) {
    // A call that already waits in this page is sent from there.
    if (!getConnection().waiting.some(({ kept }) => kept === one.id)) await send(one);
  }
}

subscribeSession(() => void resumeUnsent());

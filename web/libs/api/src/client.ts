import type { ErrorBody, SignIn } from "@staffroom/contract";
import { declared } from "@staffroom/language";
import { ApiError, unreachable, type FailedRequest } from "./errors";
import { connectionLost, connectionRestored } from "./connection";
import { appName } from "./constants";
import { getSession, refreshed, sessionExpired, subscribeSession } from "./session";

export type QueryValue = string | number | boolean | null | undefined;
export type RequestOptions = {
  query?: Record<string, QueryValue>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Marks a create as idempotent, so that sending it twice makes one record. */
  idempotencyKey?: string;
};

/** `/x` is `/api/v1/x`, `/v2/x` is `/api/v2/x`. */
export function addressOf(path: string, query?: RequestOptions["query"]): string {
  const base = path.startsWith("/api/") ? path : path.startsWith("/v2/") ? `/api${path}` : `/api/v1${path}`;
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  }
  const text = search.toString();
  return text ? `${base}${base.includes("?") ? "&" : "?"}${text}` : base;
}

/** Returns a key for `idempotencyKey`; make one when a dialog opens, not when the button is pressed. */
export function newKey(): string {
  // randomUUID is missing on http addresses other than localhost.
  return globalThis.crypto?.randomUUID?.() ?? `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}

let refreshing: Promise<boolean> | null = null;

/** Refreshes the access token by the cookie; concurrent calls share one attempt. */
export function refresh(): Promise<boolean> {
  refreshing ??= (async () => {
    try {
      const answer = await fetch(addressOf("/auth/refresh", { app: appName }), {
        method: "POST",
        credentials: "same-origin",
      });
      if (!answer.ok) {
        if (answer.status === 401 || answer.status === 403) return false;
        throw await toError(answer, { method: "POST", path: "/auth/refresh", headers: {} });
      }
      const { data } = (await answer.json()) as { data: SignIn };
      refreshed(data);
      return true;
    } finally {
      refreshing = null;
    }
  })();
  return refreshing;
}

/** Waits until the person has signed in again in place; false when they signed out instead. */
function signInAgain(): Promise<boolean> {
  const userId = getSession().user?.id;
  sessionExpired();
  return new Promise((done) => {
    const stop = subscribeSession(() => {
      const { status, user } = getSession();
      if (status === "expired") return;
      stop();
      // A call of the first user must not be sent as another user.
      done(status === "signedIn" && user?.id === userId);
    });
    if (getSession().status !== "expired") {
      stop();
      done(false);
    }
  });
}

async function toError(answer: Response, request: FailedRequest): Promise<ApiError> {
  const text = await answer.text().catch(() => "");
  let body: ErrorBody | string | null = text || null;
  try {
    const parsed: unknown = JSON.parse(text);
    if (parsed && typeof parsed === "object") body = parsed as ErrorBody;
  } catch {
    // The body is plain text, not JSON.
  }
  const after = Number(answer.headers.get("Retry-After"));
  return new ApiError({
    status: answer.status,
    message: answer.statusText || "Action failed",
    body,
    request,
    requestId: answer.headers.get("X-Request-Id") ?? request.headers["X-Request-Id"],
    retryAfter: after > 0 ? after : null,
  });
}

function send(
  method: string,
  path: string,
  body: unknown,
  options: RequestOptions,
): [Promise<Response>, FailedRequest] {
  const headers: Record<string, string> = { Accept: "application/json", "X-Request-Id": newKey(), ...options.headers };
  const { token } = getSession();
  // A call may carry its own token, as the one that stops impersonating does.
  if (token && !headers.Authorization) headers.Authorization = `Bearer ${token}`;
  if (options.idempotencyKey) headers["Idempotency-Key"] = options.idempotencyKey;
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers["Content-Type"] = "application/json";
  const address = addressOf(path, options.query);
  const request = { method, path: address, headers, body: isForm ? "(files)" : body };
  const payload = body === undefined ? undefined : isForm ? body : JSON.stringify(body);
  return [
    fetch(address, { method, headers, body: payload, signal: options.signal, credentials: "same-origin" }),
    request,
  ];
}

/** Sends a call and returns the raw response; on a 401 refreshes the token, or lets the person sign in again. */
export async function call(
  method: string,
  path: string,
  body?: unknown,
  options: RequestOptions = {},
): Promise<Response> {
  const isAuth = /^\/auth\/(login|refresh|logout|password)/.test(path);
  for (let tries = 0; ; tries += 1) {
    const tokenUsed = getSession().token;
    const [sent, request] = send(method, path, body, options);
    let answer: Response;
    try {
      answer = await sent;
    } catch (cause) {
      if (options.signal?.aborted) throw cause;
      connectionLost();
      throw new ApiError({ status: 0, message: unreachable, body: null, request });
    }
    connectionRestored();
    if (answer.ok) return answer;
    if (answer.status !== 401 || isAuth || !tokenUsed || tries > 1) throw await toError(answer, request);
    if (!(await renewSession(tokenUsed, tries))) throw await toError(answer, request);
  }
}

/**
 * Renews the session after a 401 to a call with `tokenUsed`, or lets the person sign in again; false where the call
 * cannot be repeated.
 */
export async function renewSession(tokenUsed: string | null, tries: number): Promise<boolean> {
  // Another call may have refreshed the token in the meantime.
  if (getSession().token !== tokenUsed) return true;
  if (getSession().status === "signedIn" && tries === 0 && (await refresh())) return true;
  return signInAgain();
}

let written: (method: string, path: string) => void = () => undefined;
/** Sets the one listener that is called after each accepted write. */
export const onWritten = (listener: typeof written): void => {
  written = listener;
};

async function json<T>(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<T> {
  const answer = await call(method, path, body, options);
  if (method !== "GET" && !options?.query?.dryRun) written(method, path);
  if (answer.status === 204) return undefined as T;
  const text = await answer.text();
  return (text ? declared(path, JSON.parse(text)) : undefined) as T;
}

type Envelope<T> = { data: T };
const dataOf = async <T>(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<T> =>
  (await json<Envelope<T> | undefined>(method, path, body, options))?.data as T;

/** The API's calls: each returns the `data` of the response; `page` returns the whole response of a list. */
export const api = {
  get: <T>(path: string, options?: RequestOptions) => dataOf<T>("GET", path, undefined, options),
  page: <T>(path: string, options?: RequestOptions) => json<T>("GET", path, undefined, options),
  post: <T>(path: string, body?: unknown, options?: RequestOptions) => dataOf<T>("POST", path, body, options),
  put: <T>(path: string, body?: unknown, options?: RequestOptions) => dataOf<T>("PUT", path, body, options),
  delete: <T>(path: string, options?: RequestOptions) => dataOf<T>("DELETE", path, undefined, options),
  send: <T>(method: string, path: string, body?: unknown, options?: RequestOptions) =>
    dataOf<T>(method, path, body, options),
};

/** Fetches a file with the session's token and hands it to the browser as a download. */
export async function download(path: string, name: string): Promise<void> {
  saveAs(await (await call("GET", path, undefined, { headers: { Accept: "*/*" } })).blob(), name);
}

/** Hands what the page has made to the browser as a download. */
export function saveAs(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

import { ApiError, api, appName, appVersion, getSession, schoolName } from "@staffroom/api";

type Opened = { error?: unknown; description?: string } | null;
let opened: Opened = null;
const listeners = new Set<() => void>();

function set(next: Opened): void {
  opened = next;
  for (const listener of listeners) listener();
}

/** Opens the bug report with the data of the failed call; `description` is a default text. */
export function openBugReport(error?: unknown, description = ""): void {
  set({ error, description });
}

export function closeBugReport(): void {
  set(null);
}

export function openedBugReport(): Opened {
  return opened;
}

export function subscribeBugReport(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls whose bodies are secret: passwords, bank details. */
const privateBody = /\/(auth|tutorpayments\/accounts)(\/|$)/;
const secret = /^(authorization|cookie|x-.*token|idempotency-key)$/i;

/** The report of platform.md 3 (bug report), without headers that authorise. */
export function bugReportOf(error: unknown, description: string) {
  const failed = error instanceof ApiError ? error : null;
  const request = failed && {
    ...failed.request,
    headers: Object.fromEntries(Object.entries(failed.request.headers).filter(([name]) => !secret.test(name))),
    body: privateBody.test(failed.request.path) ? undefined : failed.request.body,
    requestId: failed.requestId,
  };
  return {
    host: window.location.host,
    route: window.location.hash.replace(/^#/, ""),
    message: error instanceof Error ? error.message : error === undefined ? "" : String(error),
    userAgent: navigator.userAgent,
    platform: navigator.platform,
    description,
    optionalMsg: failed?.code ?? "",
    response: failed?.body ?? null,
    status: failed?.status ?? null,
    request,
    API: failed ? failed.request.path : "",
    userId: getSession().user?.id ?? null,
    version: appVersion,
    app: appName,
    school: schoolName,
  };
}

export function sendBugReport(error: unknown, description: string): Promise<unknown> {
  return api.post("/v2/error", bugReportOf(error, description));
}

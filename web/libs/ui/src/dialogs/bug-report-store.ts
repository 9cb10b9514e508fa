import { ApiError, api, appName, appVersion, createStore, getSession, schoolName } from "@staffroom/api";

type Opened = { error?: unknown; description?: string } | null;
const opened = createStore<Opened>(null);

/** Opens the bug report with the failed call's data; `description` is a default text. */
export const openBugReport = (error?: unknown, description = ""): void => opened.set({ error, description });
export const closeBugReport = (): void => opened.set(null);
export const useBugReport = opened.use;

/** Calls whose bodies are secret: passwords, bank details. */
const privateBody = /\/(auth|tutorpayments\/accounts)(\/|$)/;
const secret = /^(authorization|cookie|x-.*token|idempotency-key)$/i;

/** Builds the report of platform.md 3 (bug report), without authorisation headers. */
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

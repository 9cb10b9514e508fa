import type { ErrorBody } from "@staffroom/contract";
import { inEach, served } from "@staffroom/language";

export type FailedRequest = { method: string; path: string; headers: Record<string, string>; body?: unknown };

/** A failed call; `status` is 0 without a response. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody | string | null;
  readonly request: FailedRequest;
  readonly requestId: string;
  readonly retryAfter: number | null;

  constructor(input: {
    status: number;
    message: string;
    body: ErrorBody | string | null;
    request: FailedRequest;
    requestId?: string;
    retryAfter?: number | null;
  }) {
    super(input.message);
    this.name = "ApiError";
    this.status = input.status;
    this.body = input.body;
    this.request = input.request;
    this.requestId = input.requestId ?? "";
    this.retryAfter = input.retryAfter ?? null;
  }

  get code(): string | undefined {
    return typeof this.body === "object" ? this.body?.code : undefined;
  }

  get fields(): Record<string, string> {
    return inEach((typeof this.body === "object" && this.body?.fields) || {});
  }

  /** Title of the popup, if a spec names one. */
  get title(): string | undefined {
    const title = typeof this.body === "object" ? this.body?.title : undefined;
    return title && served(title);
  }
}

/** The user went back instead of answering a question: nothing was done and nothing is shown. */
export class GoneBack extends Error {}

export type Question = { title: string; text: string; yes: string; no: string };

/** Returns the question with which the server answered a call; null for any other error. */
export function questionOf(error: unknown): Question | null {
  if (!(error instanceof ApiError) || typeof error.body !== "object" || !error.body?.question) return null;
  return { title: error.title ?? "", text: served(error.body.error ?? ""), ...inEach(error.body.question) };
}

const withoutBody: Record<number, string> = {
  400: "Not your file",
  401: "Login expired",
  402: "Not your file",
  403: "Unauthorized",
  422: "File type does not match extension",
};

function bodyText(body: ApiError["body"]): string {
  if (!body) return "";
  if (typeof body === "string") return body.trimStart().startsWith("<") ? "" : served(body);
  return served(body.error || body.message || body.exception || "");
}

export const unreachable = "The server cannot be reached";

/** Messages of the loaders for a chunk or area that could not be loaded. */
const pieces = /Loading (?:CSS )?chunk|dynamically imported module|remoteEntry|Failed to fetch|#RUNTIME-/i;

/** True for a connection error: a call without a response, or a chunk that did not load. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 0;
  return error instanceof Error && (error.name === "ChunkLoadError" || pieces.test(error.message));
}

/** True if the same call may succeed later: no response, the server is busy, or the session has expired. */
export const maySucceedLater = (error: unknown): boolean =>
  isUnreachable(error) ||
  (error instanceof ApiError && (error.status >= 500 || [401, 408, 425, 429].includes(error.status)));

/** Returns the message of an error, word for word from platform.md 8. */
export function errorText(error: unknown): string {
  if (isUnreachable(error)) return unreachable;
  if (!(error instanceof ApiError)) {
    // A programming error's message means nothing to a user; Report sends it.
    const isFault =
      error instanceof TypeError ||
      error instanceof ReferenceError ||
      error instanceof RangeError ||
      error instanceof SyntaxError;
    return error instanceof Error && error.message && !isFault ? error.message : "Action failed";
  }
  const { status } = error;
  if (status === 503 || status === 429) return `Network busy, please wait a few seconds and try again (${status})`;
  const text = bodyText(error.body);
  if (text) return `${status}: ${text}`;
  return withoutBody[status] ?? (error.message || "Action failed");
}

/** Returns an error's message without its status, for a panel or a field. */
export function plainErrorText(error: unknown): string {
  if (error instanceof ApiError && error.status !== 503 && error.status !== 429) {
    const text = bodyText(error.body);
    if (text) return text;
  }
  return errorText(error);
}

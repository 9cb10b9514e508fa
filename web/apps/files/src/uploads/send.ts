import { addressOf, ApiError, getSession, newKey, renewSession } from "@staffroom/api";
import type { ErrorBody } from "@staffroom/contract";

type Sent = { id: number };

/** Uploads one file and reports the progress from 0 to 1, which `fetch` cannot do. */
export async function sendFile(
  form: FormData,
  onProgress: (done: number) => void,
  signal: AbortSignal,
  path = "/system/uploader",
): Promise<Sent> {
  const key = newKey();
  for (let tries = 0; ; tries += 1) {
    const { token } = getSession();
    try {
      return await attempt(form, key, onProgress, signal, path);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401 || tries > 1 || !(await renewSession(token, tries)))
        throw error;
    }
  }
}

function attempt(
  form: FormData,
  key: string,
  onProgress: (done: number) => void,
  signal: AbortSignal,
  path: string,
): Promise<Sent> {
  const address = addressOf(path);
  const headers: Record<string, string> = {
    Accept: "application/json",
    Authorization: `Bearer ${getSession().token ?? ""}`,
    "Idempotency-Key": key,
    "X-Request-Id": newKey(),
  };
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    const refused = (message: string, body: ErrorBody | string | null) =>
      fail(
        new ApiError({
          status: request.status,
          message,
          body,
          request: { method: "POST", path: address, headers, body: "(files)" },
          requestId: headers["X-Request-Id"],
        }),
      );
    const stop = () => request.abort();
    signal.addEventListener("abort", stop, { once: true });
    request.upload.addEventListener("progress", ({ loaded, total, lengthComputable }) =>
      onProgress(lengthComputable ? loaded / total : 0),
    );
    request.addEventListener("loadend", () => signal.removeEventListener("abort", stop));
    request.addEventListener("abort", () => fail(signal.reason));
    request.addEventListener("error", () =>
      refused("The server cannot be reached. Check your connection and try again.", null),
    );
    request.addEventListener("load", () => {
      const body = parsed(request.responseText);
      if (request.status < 300 && body && "data" in body) done(body.data as Sent);
      else refused(request.statusText || "Action failed", body ?? (request.responseText || null));
    });
    request.open("POST", address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(form);
  });
}

export function parsed(text: string): (ErrorBody & { data?: unknown }) | null {
  try {
    const body: unknown = JSON.parse(text);
    return body && typeof body === "object" ? body : null;
  } catch {
    return null;
  }
}

import { addressOf, ApiError, call, getSession, newKey, renewSession, unreachable } from "@staffroom/api";
import {
  defaultOptions,
  DetailedError,
  Upload,
  type HttpRequest,
  type HttpResponse,
  type HttpStack,
} from "tus-js-client";
import { pieceSize } from "./rules";
import { parsed } from "./send";
import { forget, isSameForm, keepUpload, type About, type Unfinished } from "./unfinished";

const version = { "Tus-Resumable": "1.0.0" };
const retryDelays = [0, 1000, 3000, 5000, ...Array<number>(60).fill(10_000)];

type Options = {
  signal: AbortSignal;
  onProgress: (done: number) => void;
  /** The connection broke; the upload is retried. */
  onBreak: () => void;
  /** An upload of the same file to continue. */
  unfinished?: Unfinished;
};

/** Uploads a file in pieces, starting where an earlier attempt ended; returns the id of the file. */
export async function sendInPieces(file: File, about: About, options: Options): Promise<{ id: number }> {
  const { unfinished } = options;
  const same = unfinished && isSameForm(unfinished, about);
  if (unfinished && !same) await removeUpload(unfinished.address).catch(() => undefined);
  const upload = same ? unfinished : await create(file, about);
  try {
    return await attempt(file, upload, options);
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) forget(upload.address);
    // It expired, or was removed: the file is sent from its beginning.
    if (!same || !(error instanceof ApiError) || error.status !== 404) throw error;
    return attempt(file, await create(file, about), options);
  }
}

/** Removes an upload from the server and from this browser. */
export async function removeUpload(address: string): Promise<void> {
  forget(address);
  await call("DELETE", address, undefined, { headers: version });
}

async function create(file: File, about: About): Promise<Unfinished> {
  const texts = { filename: file.name, filetype: file.type, ...about };
  const metadata = Object.entries(texts)
    .filter(([, text]) => text)
    .map(([name, text]) => `${name} ${base64(text)}`)
    .join(",");
  const answer = await call("POST", "/uploads", undefined, {
    headers: { ...version, "Upload-Length": String(file.size), "Upload-Metadata": metadata },
  });
  const address = answer.headers.get("Location") ?? "";
  const upload = {
    ...about,
    address,
    name: file.name,
    size: file.size,
    modified: file.lastModified,
    sent: 0,
    at: Date.now(),
  };
  keepUpload(upload);
  return upload;
}

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

function attempt(file: File, kept: Unfinished, { signal, onProgress, onBreak }: Options): Promise<{ id: number }> {
  return new Promise((done, fail) => {
    if (signal.aborted) return void fail(signal.reason);
    const stop = () => {
      void upload.abort();
      fail(signal.reason);
    };
    const upload = new Upload(file, {
      uploadUrl: new URL(addressOf(kept.address), location.href).href,
      chunkSize: pieceSize,
      retryDelays,
      storeFingerprintForResuming: false,
      httpStack,
      onShouldRetry: (error) => {
        const status = error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : 0;
        const again = status === 0 || status === 409 || status === 429 || status >= 500;
        if (again) onBreak();
        return again;
      },
      onProgress: (sent, total) => onProgress(total ? sent / total : 0),
      onChunkComplete: (_, sent) => keepUpload({ ...kept, sent, at: Date.now() }),
      onSuccess: ({ lastResponse }) => {
        signal.removeEventListener("abort", stop);
        forget(kept.address);
        done({ id: Number(lastResponse.getHeader("Upload-File-Id")) });
      },
      onError: (error) => {
        signal.removeEventListener("abort", stop);
        fail(toError(error));
      },
    });
    signal.addEventListener("abort", stop, { once: true });
    upload.start();
  });
}

function toError(error: Error): unknown {
  if (!(error instanceof DetailedError)) return error;
  const { originalRequest: request, originalResponse: answer } = error;
  const text = answer?.getBody() ?? "";
  return new ApiError({
    status: answer?.getStatus() ?? 0,
    message: answer ? "Action failed" : unreachable,
    body: parsed(text) ?? (text || null),
    request: { method: request.getMethod(), path: request.getURL(), headers: {}, body: "(a piece of a file)" },
    requestId: request.getHeader("X-Request-Id"),
  });
}

/** Sends requests with the current token; if the session has ended, waits until it is renewed. */
const httpStack: HttpStack = {
  getName: () => "SignedHttpStack",
  createRequest(method, url): HttpRequest {
    const headers: Record<string, string> = {};
    let current: HttpRequest | null = null;
    let stopped = false;
    let onProgress: (sent: number) => void = () => undefined;
    return {
      getMethod: () => method,
      getURL: () => url,
      setHeader: (name, value) => void (headers[name] = value),
      getHeader: (name) => headers[name],
      setProgressHandler: (handler) => void (onProgress = handler),
      getUnderlyingObject: () => current?.getUnderlyingObject(),
      abort: async () => {
        stopped = true;
        await current?.abort();
      },
      async send(body: unknown): Promise<HttpResponse> {
        for (let tries = 0; ; tries += 1) {
          const { token } = getSession();
          headers["Authorization"] = `Bearer ${token ?? ""}`;
          headers["X-Request-Id"] = newKey();
          const request = defaultOptions.httpStack.createRequest(method, url);
          for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);
          request.setProgressHandler(onProgress);
          current = request;
          const answer = await request.send(body);
          if (answer.getStatus() !== 401 || tries > 1 || !(await renewSession(token, tries)) || stopped) return answer;
        }
      },
    };
  },
};

import { api, ApiError, call } from "@staffroom/api";
import { imageExtensions } from "@staffroom/ui";
import type { Answer } from "@staffroom/contract";
import { rangesAbove } from "../reader/pdf-source";

export type FileDetails = Answer<"files", "/file/{id}/details">;
/** A text to search for in a file, and the page to open, from 1. */
export type Sought = { text: string; page: number };
/** A file with its bytes; without them if its preview loads them itself, or needs none. */
export type LoadedFile = FileDetails & { blob: Blob | null };

type OnPercent = (percent: number) => void;

/** Maximum number of bytes shown of a text. */
export const longestText = 500_000;

/**
 * Fetches what a file's preview needs and reports the progress in percent. A long PDF and a player read ranges; a file
 * without a preview is not loaded.
 */
export async function loadFile(id: number, onPercent: OnPercent, signal: AbortSignal): Promise<LoadedFile> {
  const details = await api.get<FileDetails>(`/file/${id}/details`, { signal });
  const kind = previewOf(details.extension);
  if (
    kind === "audio" ||
    kind === "video" ||
    kind === "mail" ||
    kind === "none" ||
    (kind === "pdf" && details.size > rangesAbove)
  )
    return { ...details, blob: null };
  // The server converts kinds that browsers do not show to JPEG.
  if (kind === "image" && isForeign(details.extension)) return { ...details, blob: null };
  const range = kind === "text" && details.size > longestText ? `bytes=0-${longestText - 1}` : undefined;
  return { ...details, blob: await loadBytes(details, onPercent, signal, range) };
}

/** Fetches the bytes of a file, or a range of them, with the progress in percent. */
export async function loadBytes(
  { id, size, fileType }: FileDetails,
  onPercent: OnPercent = () => undefined,
  signal?: AbortSignal,
  range?: string,
): Promise<Blob> {
  const answer = await call("GET", `/file/${id}/download`, undefined, {
    headers: { Accept: "*/*", ...(range ? { Range: range } : {}) },
    signal,
  });
  // money.md 7: 201 means that the file is not found.
  if (answer.status === 201) throw notFound(id);
  const reader = answer.body?.getReader();
  const pieces: BlobPart[] = [];
  let received = 0;
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    pieces.push(piece.value);
    received += piece.value.length;
    onPercent(Math.min(100, Math.round((received / Math.max(1, size)) * 100)));
  }
  return new Blob(pieces, { type: fileType });
}

const notFound = (id: number) =>
  new ApiError({
    status: 404,
    message: "Problem retrieving file",
    body: null,
    request: { method: "GET", path: `/file/${id}/download`, headers: {} },
  });

/** A picture as a JPEG that every browser shows. */
export async function loadPicture(id: number, signal?: AbortSignal): Promise<Blob> {
  return (await call("GET", `/file/${id}/picture`, undefined, { headers: { Accept: "*/*" }, signal })).blob();
}

/** True for pictures that most browsers do not show. */
export const isForeign = (extension: string): boolean => ["tiff", "tif", "heic", "heif"].includes(extension);

export type Preview = "image" | "pdf" | "text" | "audio" | "video" | "mail" | "none";

/** Returns the kind of a file's preview; none for content that the browser could execute. */
export function previewOf(extension: string): Preview {
  if (imageExtensions.includes(extension)) return "image";
  if (["pdf", "ai"].includes(extension)) return "pdf";
  if (["txt", "csv"].includes(extension)) return "text";
  if (extension === "eml") return "mail";
  if (["mp3", "mpga", "ogg"].includes(extension)) return "audio";
  return ["mp4", "mpeg"].includes(extension) ? "video" : "none";
}

const marks: [charset: string, mark: number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/**
 * Decodes a text by its byte order mark or the charset of its type; `isCut` if `bytes` are only its beginning. A file
 * from before the service reported the charset claims UTF-8: if that does not fit, it is Windows-1252.
 */
export function decodeText(bytes: Uint8Array, type: string, isCut = false): string {
  const marked = marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0];
  const charset = marked ?? /charset=([\w-]+)/i.exec(type)?.[1] ?? "utf-8";
  if (charset !== "utf-8") return new TextDecoder(charset).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

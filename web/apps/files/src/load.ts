import { api, call } from "@staffroom/api";
import { imageExtensions } from "@staffroom/ui";
import type { Answer } from "@staffroom/contract";

export type FileDetails = Answer<"files", "/file/{id}/details">;
export type LoadedFile = FileDetails & { blob: Blob };

/** Fetches a file and reports the progress in percent. */
export async function loadFile(id: number, onPercent: (percent: number) => void, signal: AbortSignal): Promise<LoadedFile> {
  const details = await api.get<FileDetails>(`/file/${id}/details`, { signal });
  const answer = await call("GET", `/file/${id}/download`, undefined, { headers: { Accept: "*/*" }, signal });
  const reader = answer.body?.getReader();
  const pieces: BlobPart[] = [];
  let received = 0;
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    pieces.push(piece.value);
    received += piece.value.length;
    onPercent(Math.min(100, Math.round((received / Math.max(1, details.size)) * 100)));
  }
  return { ...details, blob: new Blob(pieces, { type: details.fileType }) };
}

export type Preview = "image" | "pdf" | "text" | "audio" | "video" | "none";

/** The kind of preview of a file; none for content that the browser could execute. */
export function previewOf(extension: string): Preview {
  if (imageExtensions.includes(extension)) return "image";
  if (["pdf", "ai"].includes(extension)) return "pdf";
  if (["txt", "csv"].includes(extension)) return "text";
  if (["mp3", "mpga", "ogg"].includes(extension)) return "audio";
  return extension === "mp4" ? "video" : "none";
}

const marks: [charset: string, mark: number[]][] = [["utf-8", [0xef, 0xbb, 0xbf]], ["utf-16le", [0xff, 0xfe]], ["utf-16be", [0xfe, 0xff]]];

/**
 * The characters of a text by its mark (BOM) or the charset of its type; `isCut` where `bytes` are only its beginning. A file from before the
 * service told the charset says UTF-8, whatever it is: where that does not fit, it is Windows-1252.
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

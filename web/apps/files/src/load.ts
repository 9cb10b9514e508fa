import { api, call } from "@staffroom/api";
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
  if (["jpg", "jpeg", "png", "gif", "bmp"].includes(extension)) return "image";
  if (["pdf", "ai"].includes(extension)) return "pdf";
  if (["txt", "csv"].includes(extension)) return "text";
  if (["mp3", "mpga", "ogg"].includes(extension)) return "audio";
  return extension === "mp4" ? "video" : "none";
}

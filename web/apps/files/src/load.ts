import { api, call } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";

export type FileDetails = Answer<"files", "/file/{id}/details">;
export type LoadedFile = FileDetails & { blob: Blob };

/** Fetches a file and tells how much of it has come, in percent. */
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

/** How a file is shown; what the browser might run is never among it. */
export function previewOf(extension: string): Preview {
  if (["jpg", "jpeg", "png", "gif", "bmp"].includes(extension)) return "image";
  if (["pdf", "ai"].includes(extension)) return "pdf";
  if (["txt", "csv"].includes(extension)) return "text";
  if (["mp3", "mpga", "ogg"].includes(extension)) return "audio";
  return extension === "mp4" ? "video" : "none";
}

import { Icon } from "./icon";
import { extensionOf, imageExtensions } from "./upload-rules";

function drawing(name: string): [icon: string, color: string] {
  const extension = extensionOf(name);
  if (imageExtensions.includes(extension) || ["bmp", "tiff", "psd", "ai", "eps"].includes(extension)) return ["file-image", "#6a4c93"];
  if (["xlsx", "csv"].includes(extension)) return ["file-sheet", "#2c7a4b"];
  if (["mp3", "ogg", "mpga"].includes(extension)) return ["file-audio", "#b4690e"];
  if (["mp4", "mpeg"].includes(extension)) return ["file-video", "#b03a6b"];
  if (extension === "pdf") return ["file-text", "#b3312c"];
  if (["ppt", "pptx", "odp"].includes(extension)) return ["presentation", "#c2571a"];
  if (["doc", "docx", "odt", "txt", "rtf"].includes(extension)) return ["file-text", "#2b5c9e"];
  return ["file", "#6b7375"];
}

export function FileIcon({ name, size = 16 }: { name: string; size?: number }) {
  const [icon, color] = drawing(name);
  return <span style={{ color, display: "inline-flex" }}><Icon name={icon} size={size} /></span>;
}

import { Icon } from "./icon";
import { extensionOf, imageExtensions } from "./upload-rules";

function drawing(name: string): [icon: string, color: string] {
  const extension = extensionOf(name);
  if (imageExtensions.includes(extension) || ["psd", "ai", "eps"].includes(extension))
    return ["file-image", "var(--purple)"];
  if (["xlsx", "csv"].includes(extension)) return ["file-sheet", "var(--green)"];
  if (["mp3", "ogg", "mpga"].includes(extension)) return ["file-audio", "var(--amber)"];
  if (["mp4", "mpeg"].includes(extension)) return ["file-video", "var(--pink)"];
  if (extension === "pdf") return ["file-text", "var(--red)"];
  if (["ppt", "pptx", "odp"].includes(extension)) return ["presentation", "var(--orange)"];
  if (["doc", "docx", "odt", "txt", "rtf"].includes(extension)) return ["file-text", "var(--blue)"];
  return ["file", "var(--grey)"];
}

export function FileIcon({ name, size = 16 }: { name: string; size?: number }) {
  const [icon, color] = drawing(name);
  return (
    <span style={{ color, display: "inline-flex" }}>
      <Icon name={icon} size={size} />
    </span>
  );
}

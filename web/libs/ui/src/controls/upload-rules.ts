/** Pictures; a file is stored with the extension of its content. */
export const imageExtensions = [
  "jpg",
  "jpeg",
  "jfif",
  "png",
  "gif",
  "bmp",
  "tiff",
  "tif",
  "webp",
  "avif",
  "heic",
  "heif",
];

/** Accepted uploads: platform.md 5, the picture formats of phones and browsers, and saved emails. */
export const acceptedExtensions = [
  ...new Set([
    "jpg",
    "jpeg",
    "png",
    "gif",
    "mp3",
    "ogg",
    "mpga",
    "mp4",
    "mpeg",
    "doc",
    "docx",
    "ppt",
    "pptx",
    "pdf",
    "odt",
    "xlsx",
    "txt",
    "rtf",
    "ps",
    "eps",
    "bmp",
    "tiff",
    "odp",
    "odf",
    "psd",
    "ai",
    "indd",
    "csv",
    "eml",
    ...imageExtensions,
  ]),
];

const megabyte = 1024 ** 2;
const unitSizes: Record<string, number> = { kb: 1024, mb: megabyte, gb: 1024 ** 3, tb: 1024 ** 4 };

/** Converts a limit such as `5 mb` to bytes; an unknown unit means 100 MB. */
export function sizeLimit(text: string): number {
  const match = /^\s*(\d+(?:\.\d+)?)\s*([a-z]+)\s*$/i.exec(text);
  const unit = unitSizes[match?.[2]?.toLowerCase() ?? ""];
  return match && unit ? Number(match[1]) * unit : 100 * megabyte;
}

export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : "";
}

/** Returns the reason why a file is refused, or null. */
export function uploadProblem(
  file: { name: string; size: number },
  limit = "100 mb",
  extensions = acceptedExtensions,
): string | null {
  if (!extensions.includes(extensionOf(file.name))) return "This type of file is not accepted";
  if (file.size > sizeLimit(limit)) return `The file is larger than ${limit.toUpperCase()}`;
  if (file.size === 0) return "The file is empty";
  return null;
}

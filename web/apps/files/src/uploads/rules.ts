import { acceptedExtensions, extensionOf, formatBytes, sizeLimit } from "@staffroom/ui";

/** Limits and texts of the uploader, money.md 5 and 9. */
export const maxFile = sizeLimit("100 mb");
export const maxTotal = sizeLimit("1 gb");
/** A file of at least this size is sent in pieces of it, and can resume; a smaller one is sent again whole. */
export const pieceSize = sizeLimit("8 mb");
export const maxDescription = 50;
export const longDescription = "Please use maximum 50 characters";

export const lineBroke = "The connection broke. The upload continues automatically.";

/** The kind that the uploader does not offer: an avatar is set on the user's own page. */
export const avatar = "avatar";

/** Returns why a file is refused, or null; `total` is the size of the files added before. */
export function rejection(file: { name: string; size: number }, total: number): string | null {
  if (!acceptedExtensions.includes(extensionOf(file.name)))
    return `${file.name} is not a standard image, pdf, or document file`;
  if (file.size > maxFile) return `file is ${formatBytes(file.size)}, and maximum file size is ${formatBytes(maxFile)}`;
  if (total + file.size > maxTotal) return `Unable to add ${file.name} as total upload size has reached the maximum`;
  return null;
}

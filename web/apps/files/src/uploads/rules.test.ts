import { expect, it } from "vitest";
import { decodeText, previewOf } from "../viewer/load";
import { maxFile, maxTotal, rejection } from "./rules";

const mb = 1024 ** 2;

it.each([
  ["essay.pdf", mb, 0, null],
  ["PHOTO.JPG", mb, 0, null],
  ["IMG_0412.HEIC", mb, 0, null],
  ["scan.tif", mb, 0, null],
  ["setup.exe", mb, 0, "setup.exe is not a standard image, pdf, or document file"],
  ["noextension", mb, 0, "noextension is not a standard image, pdf, or document file"],
  ["film.mp4", maxFile, 0, null],
  ["film.mp4", maxFile + mb, 0, "file is 101 MB, and maximum file size is 100 MB"],
  ["last.pdf", mb, maxTotal - mb, null],
  ["last.pdf", mb + 1, maxTotal - mb, "Unable to add last.pdf as total upload size has reached the maximum"],
])("%s of %i bytes after %i: %s", (name, size, total, text) => {
  expect(rejection({ name, size }, total)).toBe(text);
});

it.each([
  ["png", "image"],
  ["webp", "image"],
  ["heic", "image"],
  ["tiff", "image"],
  ["pdf", "pdf"],
  ["csv", "text"],
  ["mp3", "audio"],
  ["mp4", "video"],
  ["docx", "none"],
  ["html", "none"],
  ["svg", "none"],
])("a file of type %s is shown as %s", (extension, preview) => expect(previewOf(extension)).toBe(preview));

const bytesOf = (text: string, wide?: "le" | "be") =>
  Uint8Array.from(
    [...text].flatMap((letter) => {
      const code = letter.charCodeAt(0);
      return !wide ? [code] : wide === "le" ? [code & 255, code >> 8] : [code >> 8, code & 255];
    }),
  );

it.each([
  ["UTF-8", new TextEncoder().encode("Zoë €5"), "text/plain; charset=utf-8", "Zoë €5"],
  ["UTF-8 with its mark", new TextEncoder().encode("\ufeffZoë"), "text/csv; charset=utf-8", "Zoë"],
  ["Windows-1252", bytesOf("Zoë £5"), "text/plain; charset=windows-1252", "Zoë £5"],
  ["Windows-1252 kept as UTF-8", bytesOf("Zoë"), "text/plain; charset=utf-8", "Zoë"],
  ["UTF-16 with its mark, kept as UTF-8", bytesOf("\ufeffZoë €", "le"), "text/plain; charset=utf-8", "Zoë €"],
  ["UTF-16 without", bytesOf("Zoë €", "be"), "text/csv; charset=utf-16be", "Zoë €"],
])("a text in %s is decoded correctly", (_, bytes, type, text) => expect(decodeText(bytes, type)).toBe(text));

it("the beginning of a text that is cut within a letter can be read", () =>
  expect(decodeText(new TextEncoder().encode("Zoë").slice(0, 3), "text/plain; charset=utf-8", true)).toBe("Zo"));

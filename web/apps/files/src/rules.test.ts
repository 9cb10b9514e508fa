import { expect, it } from "vitest";
import { previewOf } from "./load";
import { maxFile, maxTotal, rejection } from "./rules";

const mb = 1024 ** 2;

it.each([
  ["essay.pdf", mb, 0, null],
  ["PHOTO.JPG", mb, 0, null],
  ["setup.exe", mb, 0, "setup.exe is not a standard image, pdf, or document file"],
  ["noextension", mb, 0, "noextension is not a standard image, pdf, or document file"],
  ["film.mp4", maxFile, 0, null],
  ["film.mp4", maxFile + mb, 0, "file is 101 MB, and maximum file size is 100 MB"],
  ["last.pdf", mb, maxTotal - mb, null],
  ["last.pdf", mb + 1, maxTotal - mb, "Unable to add last.pdf as total upload size has reached the maximum"],
])("%s of %i bytes beside %i: %s", (name, size, total, text) => {
  expect(rejection({ name, size }, total)).toBe(text);
});

it.each([
  ["png", "image"], ["pdf", "pdf"], ["csv", "text"], ["mp3", "audio"], ["mp4", "video"], ["docx", "none"], ["html", "none"], ["svg", "none"],
])("a file of type %s is shown as %s", (extension, preview) => expect(previewOf(extension)).toBe(preview));

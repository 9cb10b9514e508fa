import { expect, it } from "vitest";
import { pdfFrom } from "./write-pdf";

it("the PDF has a page for each picture", () => {
  const text = new TextDecoder("latin1").decode(
    pdfFrom([
      { bytes: Uint8Array.from([255, 216, 255]), width: 200, height: 100 },
      { bytes: Uint8Array.from([1]), width: 100, height: 100 },
    ]),
  );
  expect(text).toContain("/Count 2/Kids[3 0 R 6 0 R]");
  expect(text).toContain("/MediaBox[0 0 842 421]");
  const start = Number(/startxref\n(\d+)/.exec(text)?.[1]);
  expect(text.slice(start, start + 4)).toBe("xref");
  for (const [number, offset] of [...text.slice(start).matchAll(/(\d{10}) 00000 n/g)].map(
    (match, at) => [at + 1, Number(match[1])] as const,
  ))
    expect(text.slice(offset, offset + 7)).toBe(`${number} 0 obj`);
});

it("a page has the size that its picture names", () => {
  const text = new TextDecoder("latin1").decode(
    pdfFrom([{ bytes: Uint8Array.from([255, 216, 255]), width: 1200, height: 2000, points: [505.1339, 841.89] }]),
  );
  expect(text).toContain("/MediaBox[0 0 505.13 841.89]");
  expect(text).toContain("q 505.13 0 0 841.89 0 0 cm /I Do Q");
});

it("another program reads a page of the right size for each picture", async () => {
  const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const picture = { bytes: Uint8Array.from([255, 216, 255, 217]), width: 1200, height: 1600 };
  const task = getDocument({
    data: pdfFrom([
      { ...picture, points: [595.28, 793.71] },
      { ...picture, points: [841.89, 595.28] },
    ]),
    verbosity: 0,
  });
  const document = await task.promise;
  const sizes = await Promise.all([1, 2].map(async (number) => (await document.getPage(number)).view));
  expect(sizes).toEqual([
    [0, 0, 595.28, 793.71],
    [0, 0, 841.89, 595.28],
  ]);
  await task.destroy();
});

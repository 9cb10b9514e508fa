/** The default width of a page, in points: A4 across. */
const across = 842;

/** A JPEG with its size in pixels, and that of its page in points. */
type PageImage = {
  bytes: Uint8Array;
  width: number;
  height: number;
  points?: readonly [width: number, height: number];
};

/** Return a PDF of pages with one JPEG each, which fills its page. */
export function pdfFrom(images: readonly PageImage[]): Uint8Array {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  const offsets: number[] = [];
  let length = 0;
  const write = (part: string | Uint8Array): void => {
    const bytes = typeof part === "string" ? encoder.encode(part) : part;
    parts.push(bytes);
    length += bytes.length;
  };
  const object = (number: number, ...content: (string | Uint8Array)[]): void => {
    offsets[number] = length;
    write(`${number} 0 obj\n`);
    content.forEach(write);
    write("\nendobj\n");
  };
  write("%PDF-1.4\n");
  const pageNumber = (at: number): number => 3 + at * 3;
  object(1, "<</Type/Catalog/Pages 2 0 R>>");
  object(2, `<</Type/Pages/Count ${images.length}/Kids[${images.map((_, at) => `${pageNumber(at)} 0 R`).join(" ")}]>>`);
  images.forEach(({ bytes, width, height, points = [across, (across * height) / width] }, at) => {
    const number = pageNumber(at);
    const [wide, high] = points.map((length) => Number(length.toFixed(2)));
    const content = `q ${wide} 0 0 ${high} 0 0 cm /I Do Q`;
    object(
      number,
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${wide} ${high}]/Contents ${number + 1} 0 R/Resources<</XObject<</I ${number + 2} 0 R>>>>>>`,
    );
    object(number + 1, `<</Length ${content.length}>>stream\n${content}\nendstream`);
    const about = `/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode/Length ${bytes.length}`;
    object(number + 2, `<</Type/XObject/Subtype/Image${about}>>stream\n`, bytes, "\nendstream");
  });
  const start = length;
  const count = offsets.length;
  write(`xref\n0 ${count}\n0000000000 65535 f \n`);
  for (let number = 1; number < count; number += 1) write(`${String(offsets[number]).padStart(10, "0")} 00000 n \n`);
  write(`trailer<</Size ${count}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`);
  const whole = new Uint8Array(length);
  parts.reduce((at, part) => {
    whole.set(part, at);
    return at + part.length;
  }, 0);
  return whole;
}

import { textOn } from "../text/color";

const shades = ["#12404a", "#7a4b12", "#46507a", "#5d3a57", "#2c5a3f", "#7a3230", "#3d5a73", "#66591c"];

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * The first sign that a reader takes for a letter, as one piece: an accent, a vowel sign or a family of emoji is never
 * cut off.
 */
function initial(word: string): string {
  for (const { segment } of graphemes.segment(word)) {
    if (!/[\p{L}\p{N}\p{So}]/u.test(segment)) continue;
    // ß has no capital letter of its own, Georgian has capitals that names are not written with.
    const upper = segment.toUpperCase();
    return upper.length > segment.length || /[ა-ჿ]/.test(segment) ? segment : upper;
  }
  return "";
}

/** `GH` of Grace Hopper, in any script (`kit.values.initials`); `initials.json` has examples of both. */
export function initials(name: string): string {
  const signs = name.normalize().split(/\s+/).map(initial).filter(Boolean);
  const [first = "", last = ""] = signs.length > 1 ? [signs[0], signs.at(-1)] : signs;
  // Two Arabic letters side by side would join to a word.
  return /^[\u0600-\u077f]/.test(first) && last ? `${first}\u200c${last}` : first + last;
}

/** Picture of a person, or the initials on a colour. `image` is base64 or a data URL; `letters` those of a
 * name that only the server knows, `shade` a number that the colour follows, else the name. */
export function Avatar({
  name,
  letters,
  image,
  size = 28,
  offset,
  shade: number,
}: {
  name: string;
  letters?: string;
  image?: string | null;
  size?: number;
  offset?: { x: number; y: number } | null;
  shade?: number;
}) {
  const sum = number ?? [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  const shade = shades[sum % shades.length] ?? "#12404a";
  const source = image && (/^(data:|blob:|\/)/.test(image) ? image : `data:image/png;base64,${image}`);
  return (
    <span
      className="sr-avatar"
      aria-hidden
      style={{ width: size, height: size, fontSize: Math.round(size * 0.38), background: shade, color: textOn(shade) }}
    >
      {source ? (
        <img src={source} alt="" style={{ objectPosition: `${offset?.x ?? 50}% ${offset?.y ?? 50}%` }} />
      ) : (
        (letters ?? initials(name))
      )}
    </span>
  );
}

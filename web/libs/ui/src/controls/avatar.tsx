import { textOn } from "../text/color";

const shades = ["#12404a", "#7a4b12", "#46507a", "#5d3a57", "#2c5a3f", "#7a3230", "#3d5a73", "#66591c"];

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Returns the first user-perceived letter, whole: an accent, a vowel sign or an emoji family is never split. */
function initial(word: string): string {
  for (const { segment } of graphemes.segment(word)) {
    if (!/[\p{L}\p{N}\p{So}]/u.test(segment)) continue;
    // ß has no capital letter; Georgian has capitals that names do not use.
    const upper = segment.toUpperCase();
    return upper.length > segment.length || /[ა-ჿ]/.test(segment) ? segment : upper;
  }
  return "";
}

/**
 * Returns the initials of Grace Hopper, `GH`, in any script (`kit.values.initials`); `initials.json` has examples for
 * both.
 */
export function initials(name: string): string {
  const signs = name.normalize().split(/\s+/).map(initial).filter(Boolean);
  const [first = "", last = ""] = signs.length > 1 ? [signs[0], signs.at(-1)] : signs;
  // Two adjacent Arabic letters would join to a word.
  return /^[\u0600-\u077f]/.test(first) && last ? `${first}\u200c${last}` : first + last;
}

type AvatarProps = {
  name: string;
  letters?: string;
  image?: string | null;
  size?: number;
  offset?: { x: number; y: number } | null;
  shade?: number;
};

/**
 * A person's picture, or the initials on a colour. `image` is base64 or a data URL. `letters` are the initials of a
 * name that only the server knows. The colour follows the number `shade`, else the name.
 */
export function Avatar({ name, letters, image, size = 28, offset, shade: number }: AvatarProps) {
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

import { textOn } from "./color";

const shades = ["#12404a", "#7a4b12", "#46507a", "#5d3a57", "#2c5a3f", "#7a3230", "#3d5a73", "#66591c"];

/** `GH` of Grace Hopper. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return ((words[0]?.[0] ?? "") + (words.length > 1 ? (words.at(-1)?.[0] ?? "") : "")).toUpperCase();
}

/** Picture of a person, or the initials on a colour derived from the name. `image` is base64 or a data URL. */
export function Avatar({ name, image, size = 28, offset }: {
  name: string; image?: string | null; size?: number; offset?: { x: number; y: number } | null;
}) {
  const shade = shades[[...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % shades.length] ?? "#12404a";
  const source = image && (/^(data:|blob:|\/)/.test(image) ? image : `data:image/png;base64,${image}`);
  return (
    <span
      className="sr-avatar"
      aria-hidden
      style={{ width: size, height: size, fontSize: Math.round(size * 0.38), background: shade, color: textOn(shade) }}
    >
      {source ? <img src={source} alt="" style={{ objectPosition: `${offset?.x ?? 50}% ${offset?.y ?? 50}%` }} /> : initials(name)}
    </span>
  );
}

import { palette } from "../theme/theme";

/** Returns the perceived brightness of `#rgb` or `#rrggbb`, 0 to 255; null for anything else. */
export function luminance(color: string): number | null {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(color);
  const long = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(color);
  const parts = short ? short.slice(1).map((part) => part + part) : long?.slice(1);
  if (!parts) return null;
  const [red = 0, green = 0, blue = 0] = parts.map((part) => Number.parseInt(part, 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}

/** White on backgrounds of luminance 150 or below (platform.md 9). */
export function textOn(background: string): string {
  // Status colours are bright in the dark theme.
  if (background.startsWith("var(")) return "var(--on-status)";
  const value = luminance(background);
  return value !== null && value <= 150 ? palette.white : palette.ink;
}

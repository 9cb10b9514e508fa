// Email addresses as mail servers accept them. `kit.values.addresses` checks the same; one table of examples tests
// both.

const longest = 254;
const longestDomain = 253;
const local = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const label = /^(?!-)[A-Za-z0-9-]{1,63}(?<!-)$/;
/** Letters, digits and marks, without ignored or invisible characters. */
const visible = /^[\p{L}\p{N}\p{M}.-]+$/u;
const fillers = /[\u034F\u115F\u1160\u17B4\u17B5\u3164\uFFA0]/u;

/** Returns the domain as mail servers accept it, empty if it is invalid. */
function ascii(domain: string): string {
  if (/^[ -~]*$/.test(domain) && !domain.toLowerCase().includes("xn--")) return domain;
  if (!visible.test(domain) || fillers.test(domain)) return "";
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return "";
  }
}

/** Returns the address as it is stored, an international domain as punycode; null if mail servers do not accept it. */
export function storedEmail(text: string): string | null {
  const typed = text.trim();
  const at = typed.lastIndexOf("@");
  const domain = ascii(typed.slice(at + 1));
  const labels = domain.split(".");
  const fits = domain.length <= longestDomain && at + 1 + domain.length <= longest;
  const isHost = labels.length > 1 && labels.every((one) => label.test(one)) && !/^\d+$/.test(labels.at(-1) ?? "");
  return at > 0 && fits && isHost && local.test(typed.slice(0, at)) ? `${typed.slice(0, at)}@${domain}` : null;
}

/** Returns a stored address for reading, its domain decoded. */
export function shownEmail(address: string): string {
  const at = address.lastIndexOf("@");
  if (
    !address
      .slice(at + 1)
      .toLowerCase()
      .includes("xn--")
  )
    return address;
  const labels = address
    .slice(at + 1)
    .split(".")
    .map((one) => (one.toLowerCase().startsWith("xn--") ? decoded(one.slice(4).toLowerCase()) : one));
  return labels.includes(null) ? address : `${address.slice(0, at + 1)}${labels.join(".")}`;
}

const base = 36;
const threshold = (k: number, bias: number) => Math.min(Math.max(k - bias, 1), 26);

function adapted(delta: number, points: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2));
  rest += Math.floor(rest / points);
  let k = 0;
  for (; rest > 455; k += base) rest = Math.floor(rest / 35);
  return k + Math.floor((36 * rest) / (rest + 38));
}

/** Decodes a punycode label (RFC 3492) without its prefix; null if it is invalid. */
function decoded(text: string): string | null {
  if (!text) return null;
  const dash = text.lastIndexOf("-");
  const points = Array.from(text.slice(0, Math.max(dash, 0)));
  let [n, i, bias] = [128, 0, 72];
  for (let at = dash + 1; at < text.length;) {
    const before = i;
    for (let weight = 1, k = base; ; k += base) {
      const digit = at < text.length ? parseInt(text[at++] ?? "", base) : NaN;
      // Letters count from 0, digits from 26.
      const value = digit >= 10 ? digit - 10 : digit + 26;
      if (Number.isNaN(value)) return null;
      i += value * weight;
      const least = threshold(k, bias);
      if (value < least) break;
      weight *= base - least;
    }
    bias = adapted(i - before, points.length + 1, before === 0);
    n += Math.floor(i / (points.length + 1));
    i %= points.length + 1;
    if (n > 0x10ffff) return null;
    points.splice(i++, 0, String.fromCodePoint(n));
  }
  return points.join("");
}

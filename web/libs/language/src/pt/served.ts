import { formatted } from "./formatted";
import patterns from "./served.json";
import { texts } from "./texts";

type Pattern = { text: RegExp; translation: string; length: number };

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Returns `Bill {0} approved` as an expression; a repeated placeholder has the same value. */
function patternOf([key, translation]: [string, string]): Pattern {
  const parts = key.split(/\{(\d+)\}/);
  const seen = new Set<string>();
  const text = parts
    .map((part, at) => {
      if (at % 2 === 0) return escaped(part);
      if (seen.has(part)) return String.raw`\k<v${part}>`;
      seen.add(part);
      // A name of several words is tried before a single number: `Credit note 7 cancelled`.
      return `(?<v${part}>.+${translation.includes(`{${part}!}`) ? "" : "?"})`;
    })
    .join("");
  return { text: new RegExp(`^${text}$`, "su"), translation, length: key.replaceAll(/\{\d+\}/g, "").length };
}

// Patterns with more literal words are tried first. They are built when the first such text arrives.
let all: Pattern[] | undefined;
const patternsOf = () =>
  (all ??= Object.entries(patterns)
    .filter(([key]) => key.includes("{0}"))
    .map(patternOf)
    .toSorted((one, other) => other.length - one.length));

/** The ends of sentences, and of the reasons of several fields. */
const ends = /(?<=[.!?;]) (?=\p{Lu})/u;

/**
 * Translates a service's text: as it is, by the pattern that matches, or sentence by sentence. A value is translated
 * too if its placeholder is `{0!}`.
 */
export function served(text: string): string | undefined {
  const whole = servedWhole(text);
  if (whole !== undefined || !ends.test(text)) return whole;
  const parts = text
    .split(ends)
    .map((part) => (part.endsWith(";") ? endsWith(servedWhole(part.slice(0, -1))) : servedWhole(part)));
  return parts.every((part) => part !== undefined) ? parts.join(" ") : undefined;
}

const endsWith = (part: string | undefined) => part && `${part};`;

function servedWhole(text: string): string | undefined {
  if (texts[text] !== undefined) return texts[text];
  for (const { text: pattern, translation } of patternsOf()) {
    const values = pattern.exec(text)?.groups;
    if (!values) continue;
    const listed = Object.keys(values).map((_, place) => values[`v${place}`] ?? "");
    return formatted(translation, listed).replaceAll(/\{(\d+)(!?)\}/g, (_, place: string, isText: string) => {
      const value = listed[Number(place)] ?? "";
      return isText ? (texts[value] ?? value) : value;
    });
  }
  return undefined;
}

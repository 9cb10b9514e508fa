/** `@[Ada Smith](user:12)`: the format of a mention. */
const mention = /@\[([^[\]<>]{1,100})\]\(user:\d{1,15}\)/g;

/** Returns a comment's html with its mentions for display. */
export const withMentions = (html: string): string =>
  html.replace(mention, (_, name: string) => `<span style="color: #0f5a63; font-weight: 600">@${name}</span>`);

/** Returns the html with its mentions as they are typed: `@Ada Smith`. */
export const asTyped = (html: string): string => html.replace(mention, (_, name: string) => `@${name}`);

const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Returns the html with each `@` and full name of one of these people as a mention; the longest name wins. */
export function mentioning(html: string, people: readonly { id: number; name: string }[]): string {
  const byName = new Map(people.toReversed().map((person) => [escaped(person.name), person]));
  if (!byName.size || !html.includes("@")) return html;
  const names = [...byName.keys()]
    .toSorted((one, other) => other.length - one.length)
    .map(literal)
    .join("|");
  const typed = new RegExp(`(?<![\\p{L}\\p{N}])@(${names})(?![\\p{L}\\p{N}])`, "gu");
  const mark = (name: string) => {
    const person = byName.get(name);
    return person ? `@[${person.name.replace(/[[\]<>&]/g, "")}](user:${person.id})` : `@${name}`;
  };
  // Names are only replaced in text, never inside a tag.
  return html
    .split(/(<[^>]*>)/)
    .map((part) => (part.startsWith("<") ? part : part.replace(typed, (_, name: string) => mark(name))))
    .join("");
}

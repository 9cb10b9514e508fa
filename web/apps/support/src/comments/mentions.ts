/** `@[Ada Smith](user:12)`: the one form of a mention, as the service reads it. */
const mention = /@\[([^[\]<>]{1,100})\]\(user:\d{1,15}\)/g;

/** The html of a comment with its mentions as a reader sees them. */
export const withMentions = (html: string): string =>
  html.replace(mention, (_, name: string) => `<span style="color: #0f5a63; font-weight: 600">@${name}</span>`);

/** The html with further people mentioned at its end. */
export function mentioning(html: string, people: readonly { id: number; name: string }[]): string {
  if (!people.length) return html;
  const marks = people.map(({ id, name }) => `@[${name.replace(/[[\]<>&]/g, "")}](user:${id})`);
  return `${html}<p>${marks.join(" ")}</p>`;
}

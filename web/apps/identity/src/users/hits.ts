import { personPaths, type Row, type SearchHit } from "@staffroom/contract";

/** Returns the hits for one row of `/users`: the records of its person, or the account if it has none. */
export function hitsOf(row: Row): SearchHit[] {
  const [title, detail] = [String(row.name), String(row.username)];
  const persons = Object.entries(personPaths).flatMap(([kind, path]): SearchHit[] => {
    const id = row[`${kind}Id`];
    return typeof id === "number"
      ? [{ title, detail, kind: kind.charAt(0).toUpperCase() + kind.slice(1), target: `${path}/${id}` }]
      : [];
  });
  return persons.length ? persons : [{ title, detail, kind: "User", target: `/users/${String(row.id)}` }];
}

const actAs = /^act as\s+/i;

/** Returns the name after `act as`; undefined for any other query. */
export const actedAs = (query: string): string | undefined =>
  actAs.test(query) ? query.replace(actAs, "") : undefined;

/** Returns the hit that asks whether to act as the user of a row of `/users`. */
export const actHit = (row: Row): SearchHit => ({
  title: `Act as ${String(row.name)}`,
  detail: String(row.username),
  kind: "Command",
  target: `/users/${String(row.id)}?actAs=true`,
});

import { personPaths, type Row, type SearchHit } from "@staffroom/contract";

/** Hits of one row of `/users`: the records of its person, or the account where it has none. */
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

/** The name after `act as`; undefined where a query asks for something else. */
export const actedAs = (query: string): string | undefined =>
  actAs.test(query) ? query.replace(actAs, "") : undefined;

/** The hit that opens the question whether to act as the user of a row of `/users`. */
export const actHit = (row: Row): SearchHit => ({
  title: `Act as ${String(row.name)}`,
  detail: String(row.username),
  kind: "Command",
  target: `/users/${String(row.id)}?actAs=true`,
});

import type { RowOf } from "@staffroom/contract";

export type LibraryFile = RowOf<"files", "/library">;

const shortest = 4;
const most = 3;
/** Words without meaning for a search. */
const common = new Set(
  "about after again also another anybody because been before being cannot could does doesn down even every from have having hello help here into just like make more much must need only open other over please question should show since some than thank that their them then there these they thing this those tried until very want well were what when where which while will with without work works would wrong your yours".split(
    " ",
  ),
);

/**
 * Returns the three most significant words of a text, longest first; a search finds one word in the texts of documents.
 */
export function keywords(text: string): string[] {
  const terms = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = terms.filter((word) => word.length >= shortest && !common.has(word));
  return [...new Set(telling)].toSorted((one, other) => other.length - one.length).slice(0, most);
}

/** Merges the found documents, those with most of the words first; each once. */
export function ranked(found: readonly (readonly LibraryFile[])[]): LibraryFile[] {
  const hits = new Map<number, { document: LibraryFile; count: number }>();
  for (const document of found.flat()) {
    const id = Number(document.id);
    hits.set(id, { document, count: (hits.get(id)?.count ?? 0) + 1 });
  }
  return [...hits.values()].toSorted((one, other) => other.count - one.count).map(({ document }) => document);
}

import { api } from "@staffroom/api";
import type { Choice, Page } from "@staffroom/contract";

const pageSize = 1000;

/**
 * Returns the ids of a list's selected records, or of all matches, page by page; null if there are more than `most`.
 */
export async function chosenIds(path: string, choice: Choice, most: number): Promise<number[] | null> {
  if ("ids" in choice) return choice.ids.length > most ? null : choice.ids.map(Number);
  const except = new Set(choice.except?.map(Number));
  const ids: number[] = [];
  let after: string | null = null;
  for (let read = 0; read <= most + except.size; read += pageSize) {
    const page: Page = await api.page<Page>(path, {
      query: { ...choice.query, pageSize, ...(after ? { after } : {}) },
    });
    ids.push(...page.data.map((row) => Number(row.id)).filter((id) => !except.has(id)));
    if (ids.length > most) return null;
    after = page.next;
    if (!after) return ids;
  }
  return null;
}

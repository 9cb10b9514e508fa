const replacements: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ı: "i",
  ħ: "h",
  ŧ: "t",
  ŋ: "n",
};

for (const sign of "'`‘’‚‛ʹʻʼʽˈˊˋ′‵") replacements[sign] = "";
for (const sign of "“”„‟«»") replacements[sign] = '"';
for (const sign of "‐‑‒–—―−⁃") replacements[sign] = "-";

const unseen = /[\u0300-\u036F]|[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;

/**
 * Returns `text` in lower case, without accents, apostrophes and invisible characters, with plain quotes and dashes, as
 * the services' searches compare it (`kit.database.searching`).
 */
export function plain(text: string): string {
  const unmarked = text.replaceAll("´", "").normalize("NFKD").replaceAll(unseen, "").toLowerCase();
  return unmarked.replaceAll(/[^ -&(-_a-~]/g, (letter) => replacements[letter] ?? letter);
}

/** True if `text` contains the search text, ignoring accents and case. */
export const contains = (text: string, typed: string): boolean => plain(text).includes(plain(typed));

/** Filters a Select's options by their labels. */
export const labelSearch = {
  filterOption: (typed: string, option?: { label?: unknown }): boolean => contains(String(option?.label ?? ""), typed),
};

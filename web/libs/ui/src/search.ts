const letters: Record<string, string> = {
  ß: "ss", æ: "ae", œ: "oe", þ: "th", ø: "o", ł: "l", đ: "d", ð: "d", ı: "i", ħ: "h", ŧ: "t", ŋ: "n",
};

/** `text` in lower case, without accents: what the services' searches compare (`kit.database.searching`). */
export function plain(text: string): string {
  const unmarked = text.normalize("NFKD").replaceAll(/[\u0300-\u036f]/g, "").toLowerCase();
  return unmarked.replaceAll(/[^ -~]/g, (letter) => letters[letter] ?? letter);
}

/** True where `text` contains the search text, without regard to accents and case. */
export const contains = (text: string, typed: string): boolean => plain(text).includes(plain(typed));

/** The search of a Select through the labels of its options. */
export const labelSearch = {
  filterOption: (typed: string, option?: { label?: unknown }): boolean => contains(String(option?.label ?? ""), typed),
};

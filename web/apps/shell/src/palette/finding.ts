import { plain } from "@staffroom/ui";

/** Synonyms for screens, by the words of their titles. */
const synonyms: Record<string, string> = {
  "accounting system": "xero sync ledger bookkeeping",
  absences: "sickness missed",
  calendar: "timetable schedule diary rota",
  candidates: "entrants",
  clients: "parents guardians families payers",
  files: "documents uploads attachments",
  inbox: "notifications alerts",
  invoices: "bills",
  "my settings": "preferences profile theme dark",
  payouts: "wages payroll",
  "pay runs": "wages payroll",
  roles: "permissions rights access",
  "sent mails": "emails outbox",
  "sign-in and security": "password passkey 2fa two-factor mfa sessions",
  slips: "lesson reports notes",
  students: "pupils learners children",
  tickets: "support helpdesk requests",
  tutors: "teachers",
  users: "accounts logins",
};

/** Number of letters below which a word is too short to guess its typo. */
const shortest = 4;

const wordsOf = (text: string): string[] =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

const phraseOf = (titleWords: readonly string[]): string => ` ${titleWords.join(" ")} `;

/**
 * The synonyms as words, by the phrase that they stand for; computed once, because every key press in the palette needs
 * them.
 */
const known = Object.entries(synonyms).map(([title, others]) => ({
  phrase: phraseOf(wordsOf(title)),
  others: wordsOf(others),
}));

/** Returns the title with its synonyms, as words to search. */
function wordsToFind(title: string): string[] {
  const titleWords = wordsOf(title);
  const own = phraseOf(titleWords);
  return [...titleWords, ...known.filter(({ phrase }) => own.includes(phrase)).flatMap(({ others }) => others)];
}

/** True if `typed` becomes the start of `word` when one letter is changed, added, removed or swapped with the next. */
export function isNearly(word: string, typed: string): boolean {
  if (typed.length < shortest) return false;
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at += 1;
  const swapped = `${typed[at + 1] ?? ""}${typed[at] ?? ""}${typed.slice(at + 2)}`;
  return [
    [at + 1, typed.slice(at + 1)],
    [at, typed.slice(at + 1)],
    [at + 1, typed.slice(at)],
    [at, swapped],
  ].some(([from, rest]) => word.startsWith(rest as string, from as number));
}

function everyWord(title: string, query: string, fits: (word: string, typed: string) => boolean): boolean {
  const asked = wordsOf(query);
  if (!asked.length) return true;
  const titleWords = wordsToFind(title);
  return asked.every((typed) => titleWords.some((word) => fits(word, typed)));
}

const begins = (word: string, typed: string) => word.startsWith(typed);

/** True if each word of the query begins a word of the title or of its synonyms, in any order. */
export const matches = (title: string, query: string): boolean => everyWord(title, query, begins);

/** Like `matches`, with one typo forgiven in each word. */
export const nearlyMatches = (title: string, query: string): boolean =>
  everyWord(title, query, (word, typed) => begins(word, typed) || isNearly(word, typed));

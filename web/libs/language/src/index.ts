import dayjs from "dayjs";
import { createElement, Fragment, type ReactNode } from "react";
import type { Catalogue, Values } from "./catalogue";

export const languages = { en: "English", pt: "Português" } as const;
export type Language = keyof typeof languages;
export const isLanguage = (name: unknown): name is Language => typeof name === "string" && name in languages;

/** Survives sign-out: the sign-in page is in the language of the last user. */
export const languageKey = "staffroom.language";

// English has no catalogue: a text is its own key.
let catalogue: Catalogue | null = null;
let language: Language = "en";

/** Returns the locale for dates, numbers and money. */
export let locale = "en-GB";
let collator: Intl.Collator | null = null;

export const currentLanguage = (): Language => language;
/** antd's own texts in the language of the page; undefined in English. */
export const antdLocale = (): Catalogue["antd"] | undefined => catalogue?.antd;

/** The catalogues of the languages other than English. */
const loaders: Record<Exclude<Language, "en">, () => Promise<{ default: Catalogue }>> = { pt: () => import("./pt") };

/** Sets the page's language; the texts of modules that were evaluated earlier stay as they are. */
export async function setLanguage(name: Language): Promise<void> {
  // Saved first, so that a catalogue that cannot be loaded is not requested repeatedly.
  language = name;
  catalogue = name === "en" ? null : (await loaders[name]()).default;
  locale = catalogue?.locale ?? "en-GB";
  collator = null;
  dayjs.locale(catalogue?.dayjs ?? "en-gb");
  document.documentElement.lang = locale;
}

/**
 * Saves the language on this device and, if it differs from the page's, reloads the page: entries are kept as drafts.
 */
export function changeLanguage(name: Language, reload = () => window.location.reload()): void {
  if (!isLanguage(name)) return;
  if (name === "en") localStorage.removeItem(languageKey);
  else localStorage.setItem(languageKey, name);
  if (name !== language) reload();
}

const places = /\{(\d+)!?\}/g;

function plain(text: string, values: Values, about?: string): string {
  const translation = catalogue?.say(text, values, about) ?? text;
  return values.length ? translation.replace(places, (_, place: string) => String(values[Number(place)])) : translation;
}

function withElements(text: string, values: readonly ReactNode[], about?: string): ReactNode {
  const translation = catalogue?.say(text, values, about) ?? text;
  return createElement(
    Fragment,
    null,
    ...translation.split(places).map((part, place) => (place % 2 ? values[Number(part)] : part)),
  );
}

/** Translates a text; `{0}` stands for the first value. */
export const t = (text: string, ...values: Values): string => plain(text, values);

/** Translates a service's text that contains values: `Bill B-12 approved`. Unknown texts stay as they are. */
export const served = (text: string): string => catalogue?.served(text) ?? text;

/** The same for a text with elements between its words. */
export const rich = (text: string, ...values: ReactNode[]): ReactNode => withElements(text, values);

/**
 * Both for an area in which some words have another meaning: exam entries are not form entries. The build names the
 * area.
 */
export const within = (about: string) => ({
  t: (text: string, ...values: Values): string => plain(text, values, about),
  rich: (text: string, ...values: ReactNode[]): ReactNode => withElements(text, values, about),
});

/** Translates a service's texts by name. */
export const inEach = <T extends Record<string, string>>(record: T): T =>
  catalogue ? (Object.fromEntries(Object.entries(record).map(([name, text]) => [name, served(text)])) as T) : record;

/** The translated properties in declarations of columns, fields and moves. */
const read = new Set([
  "title",
  "label",
  "help",
  "placeholder",
  "suffix",
  "unit",
  "text",
  "yes",
  "no",
  "done",
  "one",
  "intro",
  "reason",
]);

function inLanguage(value: unknown, say: (text: string) => string = t, all = false): unknown {
  if (Array.isArray(value)) return value.map((one) => inLanguage(one, say, all));
  if (!value || typeof value !== "object") return all && typeof value === "string" ? say(value) : value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      typeof one === "string"
        ? all || read.has(name)
          ? say(one)
          : one
        : inLanguage(one, say, all || name === "labels"),
    ]),
  );
}

type Titled = { title?: unknown; [property: string]: unknown };

/**
 * Columns keep the title that the service declares, because formulas name it: `Primary department > Title` has the
 * titles of two lists.
 */
function columnsInLanguage(columns: readonly Titled[], say: (text: string) => string): Titled[] {
  return columns.map((column) => {
    const shown = inLanguage(column, say) as Titled;
    const title =
      typeof column.title === "string"
        ? column.title
            .split(" > ")
            .map((part) => say(part))
            .join(" > ")
        : column.title;
    return title === column.title ? shown : { ...shown, title, declaredTitle: column.title };
  });
}

const isMove = (value: unknown): boolean =>
  !!value && typeof value === "object" && "title" in value && "method" in value && "path" in value;

/** Returns a record with its moves, and those of its parts, translated; everything else is the same object. */
function withMoves<T>(value: T, say: (text: string) => string): T {
  if (!value || typeof value !== "object") return value;
  if (Array.isArray(value)) {
    const all = value.map((one: unknown) => withMoves(one, say));
    return all.some((one, place) => one !== value[place]) ? (all as T) : value;
  }
  const changed = Object.entries(value).flatMap(([name, one]: [string, unknown]) => {
    const now = name === "moves" && Array.isArray(one) && one.some(isMove) ? inLanguage(one, say) : withMoves(one, say);
    return now === one ? [] : [[name, now] as const];
  });
  return changed.length ? { ...value, ...Object.fromEntries(changed) } : value;
}

/**
 * Calls whose responses contain a service's sentences, with the properties: `refusals.text` is the text of one refusal.
 * A text with the same name elsewhere is data and stays as written.
 */
const sentences: readonly [path: RegExp, names: readonly string[]][] = [
  [/\/jobs\/[^/]+(?:\/outcomes)?$|\/(?:moves|edits)\/preview$/, ["error", "refusal", "refusals.text", "rows.text"]],
  [/^\/exams\/entries\/(?:check|paste)$/, ["data.text"]],
  [/^\/exams\/series\/\d+\/grid(?:\/enter)?$/, ["cells.text"]],
  [/^\/exam\/\d+\/entercourse$/, ["data.skipped"]],
  [/^\/exams\/sessions\/\d+\/invigilators$/, ["objections.text"]],
  [/^\/exams\/sessions\/\d+$/, ["data.warnings"]],
  [/^\/exams\/files\/make$/, ["data.leftOut"]],
];

/** Translates these texts of a response. */
function withSentences(value: unknown, names: readonly string[], parent = "", name = ""): unknown {
  if (typeof value === "string")
    return names.includes(name) || names.includes(`${parent}.${name}`) ? served(value) : value;
  if (Array.isArray(value)) return value.map((one) => withSentences(one, names, parent, name));
  if (!value || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withSentences(one, names, name, key)]));
}

/**
 * Translates a response of the API: the services declare columns, fields and moves in English. Everything else is data
 * and stays.
 */
export function declared<T>(path: string, answer: T): T {
  if (!catalogue || !answer || typeof answer !== "object") return answer;
  const about = catalogue.areaOf(path);
  const names = sentences.find(([calls]) => calls.test(path))?.[1];
  if (!/\/(?:columns|fields|dashboard\/lists)(?:\?|$)/.test(path))
    return withMoves(
      names ? (withSentences(answer, names) as T) : answer,
      (text) => catalogue?.served(text, about) ?? text,
    );
  const say = (text: string) => plain(text, [], about);
  const shown = inLanguage(answer, say) as T;
  const { data } = answer as { data?: { columns?: Titled[]; joins?: Titled[] } };
  if (!Array.isArray(data?.columns)) return shown;
  const { columns, joins } = data;
  return {
    ...shown,
    data: {
      ...(shown as { data: object }).data,
      columns: columnsInLanguage(columns, say),
      ...(joins ? { joins: columnsInLanguage(joins, say) } : {}),
    },
  };
}

/** Compares two names in the language of the page; `Room 2` comes before `Room 10`. */
export function compareNames(one: string, other: string): number {
  collator ??= new Intl.Collator(locale, { numeric: true });
  return collator.compare(one, other);
}

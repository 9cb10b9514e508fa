import dayjs from "dayjs";
import { createElement, Fragment, type ReactNode } from "react";
import type { Catalogue, Values } from "./catalogue";

export const languages = { en: "English", pt: "Português" } as const;
export type Language = keyof typeof languages;
export const isLanguage = (name: unknown): name is Language => typeof name === "string" && name in languages;

/** Stays when somebody signs out: the sign-in page is in the language of the person who was here last. */
export const languageKey = "staffroom.language";

// In English there is no catalogue: a text is its own key.
let catalogue: Catalogue | null = null;
let language: Language = "en";

/** The locale by which dates, numbers and money are written. */
export let locale = "en-GB";
let collator: Intl.Collator | null = null;

export const currentLanguage = (): Language => language;
/** antd's own texts in the language of the page; undefined in English. */
export const antdLocale = (): Catalogue["antd"] | undefined => catalogue?.antd;

/** The catalogues of the languages other than English. */
const loaders: Record<Exclude<Language, "en">, () => Promise<{ default: Catalogue }>> = { pt: () => import("./pt") };

/** Has the page speak a language; the texts of modules that were read before stay as they are. */
export async function setLanguage(name: Language): Promise<void> {
  // First, so that a catalogue that cannot be read is not asked for again and again.
  language = name;
  catalogue = name === "en" ? null : (await loaders[name]()).default;
  locale = catalogue?.locale ?? "en-GB";
  collator = null;
  dayjs.locale(catalogue?.dayjs ?? "en-gb");
  document.documentElement.lang = locale;
}

/**
 * Keeps the language on this device and, where the page speaks another, loads it again: what was typed is kept as
 * drafts.
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

/** A text in the language of the page, its own in English; `{0}` stands for the first value. */
export const t = (text: string, ...values: Values): string => plain(text, values);

/** A text that a service wrote, its values in it: `Bill B-12 approved`. One that the catalogue does not know stays. */
export const served = (text: string): string => catalogue?.served(text) ?? text;

/** The same of a text with elements between its words. */
export const rich = (text: string, ...values: ReactNode[]): ReactNode => withElements(text, values);

/**
 * Both for an area in which some words mean something else: the entries of exams are not those of forms. The build
 * names the area.
 */
export const within = (about: string) => ({
  t: (text: string, ...values: Values): string => plain(text, values, about),
  rich: (text: string, ...values: ReactNode[]): ReactNode => withElements(text, values, about),
});

/** Texts of a service by name in the language of the page. */
export const inEach = <T extends Record<string, string>>(record: T): T =>
  catalogue ? (Object.fromEntries(Object.entries(record).map(([name, text]) => [name, served(text)])) as T) : record;

/** The properties that people read of a declaration of columns, fields and moves. */
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
 * Columns keep the title that the service declares, which formulas name: `Primary department > Title` has the titles of
 * two lists.
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

/** A record whose moves, and those of its parts, are in the language of the page; all else is the same object. */
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
 * Calls whose answers have sentences that a service wrote, with the names of their properties: `refusals.text` is the
 * text of one of the refusals. A text of the same name elsewhere is data, as somebody wrote it.
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

/** An answer with these of its texts in the language of the page. */
function withSentences(value: unknown, names: readonly string[], parent = "", name = ""): unknown {
  if (typeof value === "string")
    return names.includes(name) || names.includes(`${parent}.${name}`) ? served(value) : value;
  if (Array.isArray(value)) return value.map((one) => withSentences(one, names, parent, name));
  if (!value || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withSentences(one, names, name, key)]));
}

/**
 * An answer of the API in the language of the page: what the services declare of columns, fields and moves is written
 * in English, as the sources are. Everything else is data and stays.
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

/** The order of two names in the language of the page; `Room 2` comes before `Room 10`. */
export function compareNames(one: string, other: string): number {
  collator ??= new Intl.Collator(locale, { numeric: true });
  return collator.compare(one, other);
}

// Decides which strings of a source are texts for users, by their position and form.

/** Attributes and properties that users read, whatever their content. */
export const texts = new Set([
  "title",
  "label",
  "says",
  "aria-label",
  "placeholder",
  "text",
  "emptyText",
  "empty",
  "submitLabel",
  "notice",
  "okText",
  "subtitle",
  "called",
  "alt",
  "yes",
  "no",
  "caption",
  "verb",
  "cancelText",
  "cancelLabel",
  "intro",
  "note",
  "refusal",
  "removal",
  "help",
  "description",
  "noun",
  "one",
  "many",
  "announcement",
  "problem",
  "failed",
  "unknown",
  "done",
  "doing",
  "tooltip",
  "hint",
  "question",
  "reason",
  "prompt",
  "unit",
  "agreement",
  "suffix",
  "subject",
  "detail",
]);
/** Attributes and properties with codes: no string in them is a text. */
export const codes = new Set([
  "className",
  "rootClassName",
  "classNames",
  "style",
  "styles",
  "path",
  "route",
  "call",
  "method",
  "icon",
  "type",
  "kind",
  "key",
  "keys",
  "name",
  "of",
  "by",
  "list",
  "thing",
  "format",
  "group",
  "href",
  "to",
  "target",
  "rel",
  "id",
  "htmlFor",
  "role",
  "roles",
  "param",
  "timeZone",
  "currency",
  "transform",
  "d",
  "sort",
  "field",
  "status",
  "state",
  "value",
  "code",
  "event",
  "fontFamily",
  "Authorization",
  "gridTemplateColumns",
  "columnWidth",
  "queryKey",
  "headers",
  "locale",
  "accept",
  "lang",
  "action",
  "about",
]);
/** Properties that contain codes at any depth. */
export const deep = new Set(["style", "styles", "classNames", "headers", "query", "queryKey", "data", "queue"]);
/** Constants that contain codes at any depth: drawings as paths, fonts by name. */
export const codeConstants = new Set(["paths", "fonts"]);
/** Calls whose strings are codes: of the API, of the page's structure, of patterns. */
export const codeCalls = new Set([
  "querySelector",
  "querySelectorAll",
  "closest",
  "matches",
  "getHeader",
  "setHeader",
  "format",
  "startsWith",
  "endsWith",
  "includes",
  "indexOf",
  "useMedia",
  "split",
  "replace",
  "replaceAll",
  "test",
  "matchAll",
  "addEventListener",
  "removeEventListener",
  "dispatchEvent",
  "getItem",
  "setItem",
  "Symbol",
  "open",
  "normalize",
  "has",
  "call",
  "useApi",
  "useApis",
  "readApi",
  "dataOf",
  "append",
  "write",
  "encodeURIComponent",
  "lazy",
  "require",
  "localeCompare",
  "getPropertyValue",
  "setProperty",
  "createElement",
  "toLocaleString",
  "toLocaleDateString",
  "toLocaleTimeString",
]);
/** Calls whose strings are texts, whatever their first letter. */
export const textCalls = new Set([
  "success",
  "info",
  "refusal",
  "undoable",
  "ready",
  "askDelete",
  "copyText",
  "useGone",
  "join",
  "usePage",
]);
/** Calls that translate their nouns themselves: `plural(3, "report")`, `formatCount(3, "person", "people")`. */
export const nounCalls = new Set(["plural", "formatCount"]);
const keysOfKeyboard = /^(?:Enter|Escape|Tab|End|Backspace|Control|Shift|Alt|Meta|Home|Delete|Insert)$/;

/** Words of programs in places where texts may be. */
const programWords = new Set([
  "text",
  "boolean",
  "error",
  "warning",
  "info",
  "success",
  "danger",
  "title",
  "help",
  "string",
  "number",
  "date",
  "all",
  "none",
  "true",
  "false",
  "primary",
  "default",
]);

const twoLetters = /\p{L}{2}/u;
/** `camelCase`, `kebab-case`, `/a/path`, `#id`, `text/html`, `px`. */
const coded =
  /^(?:[a-z]+[A-Z]\w*|\w+(?:[-_:]\w+)+|[\w.-]*\/\S*|#\S*|\S+\.\S+|\S*[=<>]\S*|\w+\(.*\)|px|https?:\S*|\{\w+\})$/;
export const isText = (text) =>
  twoLetters.test(text.replaceAll(/\{[^}]*\}/g, "")) &&
  !coded.test(text.trim()) &&
  !programWords.has(text) &&
  !/\b(?:sr|ant)-/.test(text);
/** The beginning of a sentence or title. */
const begins =
  /^(?:[A-Z][a-z]+[’'a-z-]*(?:[\s,.:;?!…(/]|$)|[A-Z][a-z]*-[a-z]+|(?:A|I|ID|VAT|PDF|DBS|CSV|NIF|UCAS) [a-z]|\{0\}[:,]? (?:\S+ )*\p{L}{2,})/u;
export const looksText = (text) =>
  isText(text) &&
  begins.test(text) &&
  !keysOfKeyboard.test(text) &&
  !/[;{}]\s*$|^\S+:\S|\bpx\b|<\//.test(text.replaceAll(/\{\d+\}/g, ""));

/** Words that one of two branches adds to a sentence: `by {0}`, `, left out`. */
const continues = /^\s*[,;]?\s*\p{Ll}{2,}\s[\p{Ll}{]/u;
const looksAdded = (text) =>
  looksText(text.trim()) || (isText(text) && continues.test(text) && !/[=<>():#]|\bpx\b/.test(text));
export const isIn = { no: () => false, weak: (text) => looksText(text.trim()), branch: looksAdded, text: isText };
export const inBranch = (mode) => (mode === "weak" ? "branch" : mode);

import { parseSync } from "vite";

/**
 * The texts of the sources, which are written in English: `wrapTexts` has each of them looked up in the catalogue of
 * `@staffroom/language` when the page is built, `textsOf` names them for the test that finds one without a translation.
 * A text is that of an element, of an attribute or a property in `texts`, and any other string that begins as a
 * sentence or a title does, unless it stands where codes stand: in a comparison, a call of the API, an attribute or
 * property in `codes`, or an argument of a function of the same source whose type lists names: `(page: "Overview" |
 * "Declined")`.
 */

/** Attributes and properties that people read, whatever stands in them. */
const texts = new Set([
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
const codes = new Set([
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
/** Properties that hold codes all the way down. */
const deep = new Set(["style", "styles", "classNames", "headers", "query", "queryKey", "data", "queue"]);
/** Constants that hold codes all the way down: drawings as paths, fonts by their names. */
const codeConstants = new Set(["paths", "fonts"]);
/** Calls whose strings are codes: of the API, of the page's structure, of patterns. */
const codeCalls = new Set([
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
/** Calls whose strings are texts, however they begin. */
const textCalls = new Set([
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
/** Calls that look their nouns up themselves: `plural(3, "report")`, `formatCount(3, "person", "people")`. */
const nounCalls = new Set(["plural", "formatCount"]);
const keysOfKeyboard = /^(?:Enter|Escape|Tab|End|Backspace|Control|Shift|Alt|Meta|Home|Delete|Insert)$/;

/** Words of programs that stand where texts may stand. */
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
const isText = (text) =>
  twoLetters.test(text.replaceAll(/\{[^}]*\}/g, "")) &&
  !coded.test(text.trim()) &&
  !programWords.has(text) &&
  !/\b(?:sr|ant)-/.test(text);
/** A string that begins as a sentence or title does. */
const begins =
  /^(?:[A-Z][a-z]+[’'a-z-]*(?:[\s,.:;?!…(/]|$)|[A-Z][a-z]*-[a-z]+|(?:A|I|ID|VAT|PDF|DBS|CSV|NIF|UCAS) [a-z]|\{0\}[:,]? (?:\S+ )*\p{L}{2,})/u;
const looksText = (text) =>
  isText(text) &&
  begins.test(text) &&
  !keysOfKeyboard.test(text) &&
  !/[;{}]\s*$|^\S+:\S|\bpx\b|<\//.test(text.replaceAll(/\{\d+\}/g, ""));

/** Words that one of two branches adds to a sentence: `by {0}`, `, left out`. */
const continues = /^\s*[,;]?\s*\p{Ll}{2,}\s[\p{Ll}{]/u;
const looksAdded = (text) =>
  looksText(text.trim()) || (isText(text) && continues.test(text) && !/[=<>():#]|\bpx\b/.test(text));
const isIn = { no: () => false, weak: (text) => looksText(text.trim()), branch: looksAdded, text: isText };
const inBranch = (mode) => (mode === "weak" ? "branch" : mode);

const nameOf = (node) =>
  node?.type === "JSXNamespacedName" ? `${node.namespace.name}:${node.name.name}` : (node?.name ?? node?.value);
const calledBy = ({ callee }) => (callee.type === "MemberExpression" ? callee.property.name : callee.name);
const isApi = ({ callee }) =>
  callee.type === "MemberExpression" &&
  ["api", "JSON", "localStorage", "sessionStorage", "console"].includes(callee.object.name);

/** The text of an element on the page: lines are joined as JSX joins them. */
function shownText(text) {
  if (!text.includes("\n")) return text;
  const lines = text.split("\n");
  return lines
    .map((line, place) => {
      const left = place ? line.replace(/^\s+/, "") : line;
      return place < lines.length - 1 ? left.replace(/\s+$/, "") : left;
    })
    .filter(Boolean)
    .join(" ");
}
const linesOf = (text) => "\n".repeat(text.split("\n").length - 1);

/** True of `"Overview" | "Declined"` and `keyof typeof pages`: the type of names that a program knows. */
const isOfNames = (type) =>
  type?.type === "TSUnionType"
    ? type.types.some(isOfNames)
    : type?.type === "TSLiteralType"
      ? typeof type.literal.value === "string"
      : type?.type === "TSTypeOperator" && type.operator === "keyof";

/** The places of the parameters whose type is of names, by the names of the functions of a source. */
function nameParams({ body }) {
  const statements = body.map((statement) => statement.declaration ?? statement);
  const ofNames = new Set(
    statements
      .filter(({ type, typeAnnotation }) => type === "TSTypeAliasDeclaration" && isOfNames(typeAnnotation))
      .map(({ id }) => id.name),
  );
  const takesName = (param) => {
    const type = (param.left ?? param).typeAnnotation?.typeAnnotation;
    return isOfNames(type) || ofNames.has(type?.typeName?.name);
  };
  const functions = statements.flatMap((statement) =>
    statement.type === "FunctionDeclaration"
      ? [[statement.id?.name, statement]]
      : statement.type === "VariableDeclaration"
        ? statement.declarations.map(({ id, init }) => [id.name, init])
        : [],
  );
  return new Map(
    functions.map(([name, made]) => [
      name,
      new Set((made?.params ?? []).flatMap((param, place) => (takesName(param) ? [place] : []))),
    ]),
  );
}

/** The edits that have the texts of a source looked up, and the texts. */
function read(source, file) {
  const { program, errors } = parseSync(file, source);
  if (errors.length) return { edits: [], named: [] };
  const edits = [];
  const named = [];
  const byName = nameParams(program);
  const put = (start, end, text) => edits.push({ start, end, text });
  const tell = (text, at) => {
    named.push({ text, line: source.slice(0, at).split("\n").length });
    return JSON.stringify(text);
  };
  const around = (text) => ({ lead: /^\s*/.exec(text)[0], body: text.trim(), trail: /\s*$/.exec(text)[0] });
  const joined = (lead, call, trail) =>
    lead || trail
      ? `(${lead ? `${JSON.stringify(lead)} + ` : ""}${call}${trail ? ` + ${JSON.stringify(trail)}` : ""})`
      : call;

  function literal(node, inAttribute) {
    const { lead, body, trail } = around(node.value);
    const call = joined(lead, `$t(${tell(body, node.start)})`, trail) + linesOf(source.slice(node.start, node.end));
    put(node.start, node.end, inAttribute ? `{${call}}` : call);
  }

  function template(node) {
    const raw = node.quasis
      .map(({ value }, place) => value.cooked + (place < node.expressions.length ? `{${place}}` : ""))
      .join("");
    const { lead, body, trail } = around(raw);
    const call = `$t(${tell(body, node.start)}`;
    const [before, after] = joined(lead, "\u0000", trail).split("\u0000");
    node.quasis.forEach((quasi, place) => {
      // A quasi with its marks: from the backtick or brace before it to the one behind it.
      const start = place ? node.expressions[place - 1].end : node.start;
      const end = place < node.expressions.length ? node.expressions[place].start : node.end;
      const lines = linesOf(source.slice(start, end));
      const opens = place < node.expressions.length ? ", (" : "";
      put(
        start,
        end,
        `${place ? ")" : before + call}${lines}${opens}${place === node.quasis.length - 1 ? `)${after}` : ""}`,
      );
    });
    for (const expression of node.expressions) visit(expression, "text");
  }

  /**
   * Texts and values of an element become one text with places for the values, so that another language may order them.
   */
  function children(all) {
    const shown = all.filter(
      (child) =>
        !(isWords(child) && !wordsOf(child).length) &&
        !(child.type === "JSXExpressionContainer" && child.expression.type === "JSXEmptyExpression"),
    );
    const isLettered = (child) => isWords(child) && isText(wordsOf(child));
    let first = shown.findIndex(isLettered);
    let last = shown.findLastIndex(isLettered);
    const isValue = (child) =>
      child?.type === "JSXExpressionContainer" &&
      !["Literal", "LogicalExpression", "ConditionalExpression"].includes(child.expression.type) &&
      !(
        child.expression.type === "CallExpression" && ["map", "flatMap", "filter"].includes(calledBy(child.expression))
      );
    const isPlain = (child) => isWords(child) || isValue(child);
    if (first >= 0) {
      while (first > 0 && isPlain(shown[first - 1])) first -= 1;
      while (last < shown.length - 1 && isPlain(shown[last + 1])) last += 1;
      // Blanks at the ends stay where they are.
      while (isWords(shown[first]) && !isLettered(shown[first]) && !/\S/.test(wordsOf(shown[first]))) first += 1;
      while (isWords(shown[last]) && !isLettered(shown[last]) && !/\S/.test(wordsOf(shown[last]))) last -= 1;
    }
    const run = first < 0 ? [] : shown.slice(first, last + 1);
    for (const child of all) {
      if (isWords(child)) continue;
      if (child.type === "JSXExpressionContainer") visit(child.expression, "text");
      else if (child.type !== "JSXSpreadChild") visit(child, "weak");
    }
    if (!run.length) return;
    let places = 0;
    const raw = run.map((child) => (isWords(child) ? wordsOf(child) : `{${places++}}`)).join("");
    const { lead, body, trail } = around(raw);
    const plain = !places;
    const from = all.indexOf(run[0]);
    const within = all.slice(from, all.indexOf(run.at(-1)) + 1);
    const key = tell(body, run[0].start);
    const opening = plain
      ? `{${lead ? `${JSON.stringify(lead)} + ` : ""}$t(${key}`
      : `${lead ? `{${JSON.stringify(lead)}}` : ""}{$rich(${key}`;
    const closing = plain
      ? `)${trail ? ` + ${JSON.stringify(trail)}` : ""}}`
      : `)}${trail ? `{${JSON.stringify(trail)}}` : ""}`;
    within.forEach((child, place) => {
      const begin = place ? "" : opening;
      const end = place === within.length - 1 ? closing : "";
      if (isWords(child)) put(child.start, child.end, begin + linesOf(source.slice(child.start, child.end)) + end);
      else if (child.type === "JSXExpressionContainer") {
        if (child.expression.type === "JSXEmptyExpression")
          return put(child.start, child.end, begin + linesOf(source.slice(child.start, child.end)) + end);
        put(child.start, child.expression.start, `${begin}, (`);
        put(child.expression.end, child.end, `)${end}`);
      } else {
        put(child.start, child.start, `${begin}, (`);
        put(child.end, child.end, `)${end}`);
      }
    });
  }

  function each(node, mode) {
    for (const [key, value] of Object.entries(node)) {
      if (
        !value ||
        typeof value !== "object" ||
        ["typeAnnotation", "typeArguments", "typeParameters", "returnType", "superTypeArguments"].includes(key)
      )
        continue;
      if (Array.isArray(value)) for (const one of value) visit(one, mode);
      else visit(value, mode);
    }
  }

  function visit(node, mode) {
    if (!node || typeof node.type !== "string") return;
    switch (node.type) {
      case "ImportDeclaration":
      case "ExportAllDeclaration":
      case "TaggedTemplateExpression":
      case "ImportExpression":
        return;
      // `"Overview" as const` is compared with others of its kind.
      case "TSAsExpression":
        return node.expression.type === "Literal" && node.typeAnnotation.typeName?.name === "const"
          ? undefined
          : visit(node.expression, mode);
      case "TSNonNullExpression":
      case "TSSatisfiesExpression":
      case "ParenthesizedExpression":
        return visit(node.expression, mode);
      case "Literal":
        if (typeof node.value === "string" && isIn[mode](node.value)) literal(node);
        return;
      case "TemplateLiteral": {
        const text = node.quasis
          .map(({ value }, place) => value.cooked + (place < node.expressions.length ? `{${place}}` : ""))
          .join("");
        if (isIn[mode](text)) return template(node);
        return node.expressions.forEach((expression) => visit(expression, mode === "no" ? "no" : "weak"));
      }
      case "JSXElement":
        node.openingElement.attributes.forEach((attribute) => visit(attribute, "weak"));
        if (["code", "style", "kbd"].includes(node.openingElement.name.name)) return;
        return children(node.children);
      case "JSXFragment":
        return children(node.children);
      case "JSXSpreadAttribute":
        return visit(node.argument, "weak");
      case "JSXAttribute": {
        const name = nameOf(node.name);
        const own = texts.has(name)
          ? "text"
          : codes.has(name) || name.startsWith("data-") || /^aria-(?!label$)/.test(name)
            ? "no"
            : "weak";
        if (node.value?.type === "Literal")
          return own === "text"
            ? isText(node.value.value) && literal(node.value, true)
            : own === "weak" && isIn.weak(node.value.value) && literal(node.value, true);
        if (node.value?.type === "JSXExpressionContainer") return visit(node.value.expression, own);
        return visit(node.value, own);
      }
      case "Property": {
        const name = node.computed ? "" : nameOf(node.key);
        if (node.computed) visit(node.key, "no");
        // The label of a fact is the key of its value, and looked up where the facts are drawn.
        if (mode !== "no" && node.key.type === "Literal" && looksText(String(name))) tell(name, node.start);
        const holds = node.value.type === "ObjectExpression" && !deep.has(name);
        return visit(
          node.value,
          mode === "no" || deep.has(name) || (codes.has(name) && !holds) ? "no" : texts.has(name) ? "text" : "weak",
        );
      }
      case "VariableDeclarator":
        return codeConstants.has(node.id.name) ? undefined : each(node, "weak");
      case "ConditionalExpression":
        visit(node.test, "no");
        visit(node.consequent, inBranch(mode));
        return visit(node.alternate, inBranch(mode));
      case "LogicalExpression":
        visit(node.left, node.operator === "&&" ? "no" : inBranch(mode));
        return visit(node.right, inBranch(mode));
      case "BinaryExpression": {
        const own = node.operator === "+" ? mode : "no";
        visit(node.left, own);
        return visit(node.right, own);
      }
      case "ArrayExpression":
      case "ObjectExpression":
        return each(node, mode);
      case "ArrowFunctionExpression":
        node.params.forEach((param) => visit(param, "weak"));
        return visit(node.body, node.body.type === "BlockStatement" ? "weak" : mode);
      case "CallExpression": {
        const name = calledBy(node);
        if (nounCalls.has(name)) {
          const nouns = node.arguments.flatMap(({ value }) => (typeof value === "string" ? [value] : []));
          for (const noun of name === "plural" ? nouns.flatMap((one) => [one, `${one}s`]) : nouns)
            tell(noun, node.start);
          return node.arguments.forEach((argument) => visit(argument, "no"));
        }
        visit(node.callee, name && ["includes", "indexOf", "has"].includes(name) ? "no" : "weak");
        if (name === "t" || name === "rich") {
          if (typeof node.arguments[0]?.value === "string") tell(node.arguments[0].value, node.start);
          return node.arguments.forEach((argument, place) => visit(argument, place ? "text" : "no"));
        }
        const own = isApi(node) || codeCalls.has(name) ? "no" : textCalls.has(name) ? "text" : "weak";
        const names = node.callee.type === "Identifier" ? byName.get(name) : undefined;
        return node.arguments.forEach((argument, place) =>
          visit(argument, argument.type === "ArrowFunctionExpression" ? "weak" : names?.has(place) ? "no" : own),
        );
      }
      case "NewExpression":
        return node.arguments.forEach((argument) =>
          visit(argument, String(node.callee.name).endsWith("Error") ? "text" : "weak"),
        );
      case "MemberExpression":
        visit(node.object, mode === "no" ? "no" : "weak");
        return node.computed && visit(node.property, "no");
      case "SwitchCase":
        visit(node.test, "no");
        return node.consequent.forEach((statement) => visit(statement, "weak"));
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ClassDeclaration":
      case "BlockStatement":
        return each(node, "weak");
      default:
        if (node.type.startsWith("TS")) return;
        each(
          node,
          node.type.endsWith("Statement") || node.type.endsWith("Declaration") || mode !== "no" ? "weak" : "no",
        );
    }
  }
  visit(program, "weak");
  return { edits, named };
}

const entities = {
  nbsp: "\u00a0",
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  middot: "·",
  hellip: "…",
  ndash: "–",
  mdash: "—",
  rarr: "→",
  larr: "←",
  times: "×",
};
/** A blank that a formatter wrote as `{" "}` at the end of a line. */
const isBlank = (child) =>
  child?.type === "JSXExpressionContainer" &&
  child.expression.type === "Literal" &&
  /^\s+$/.test(child.expression.value);
/** Words of an element, or blanks between them. */
const isWords = (child) => child?.type === "JSXText" || isBlank(child);
const wordsOf = (child) => (child.type === "JSXText" ? decoded(shownText(child.value)) : child.expression.value);
const decoded = (text) => text.replaceAll(/&(\w+);/g, (whole, name) => entities[name] ?? whole);

const skipped =
  /\.(?:test|spec)\.tsx?$|\/editor\/example\.ts$|\/libs\/(?:contract|language|build|testing)\/|\/apps\/e2e\/|\/generated\/|\.d\.ts$/;
/**
 * Sources that compare names of groups and kinds, and those which are drawn before a language is known: they name their
 * texts, `t("Setup")`.
 */
const byHand = /\/shell\/src\/(?:menu-model|hits|finding|menu|index|language)\.tsx?$/;
/** True for a source of an area or library with texts for people. */
export const hasTexts = (file) => /\/(?:apps|libs)\/[\w-]+\/src\/.*\.tsx?$/.test(file) && !skipped.test(file);

const library = "@staffroom/language";
/** Folders in which some words mean something else: `areas.json` of a language has them by these names. */
const areas = [
  [/\/apps\/people\/src\/exams\//, "exams"],
  [/\/apps\/people\/src\/forms\//, "forms"],
  [/\/apps\/finance\//, "finance"],
  [/\/libs\/list\//, "lists"],
];

/** The source with each text looked up in the catalogue, line by line as it was; null where it has none. */
export function wrapTexts(source, file) {
  const { edits } = byHand.test(file) ? { edits: [] } : read(source, file);
  if (!edits.length) return null;
  let at = 0;
  let text = "";
  for (const { start, end, text: put } of edits
    .map((edit, place) => ({ ...edit, place }))
    .toSorted((one, other) => one.start - other.start || one.end - other.end || one.place - other.place)) {
    text += source.slice(at, start) + put;
    at = end;
  }
  const area = areas.find(([folder]) => folder.test(file))?.[1];
  if (area)
    return `import { within as $within } from ${JSON.stringify(library)}; const { t: $t, rich: $rich } = $within(${JSON.stringify(area)}); ${text}${source.slice(at)}`;
  const names = [text.includes("$t(") && "t as $t", text.includes("$rich(") && "rich as $rich"].filter(Boolean);
  return `import { ${names.join(", ")} } from ${JSON.stringify(library)}; ${text}${source.slice(at)}`;
}

/** The texts of a source with their lines, a text with values as `{0} of {1}`. */
export const textsOf = (source, file) => {
  const { named } = read(source, file);
  if (!byHand.test(file)) return named;
  return named.filter(
    ({ text }) => source.includes(`t(${JSON.stringify(text)}`) || source.includes(`rich(${JSON.stringify(text)}`),
  );
};

/** The same for Vite, which runs the tests. */
export const vitePlugin = {
  name: "staffroom-texts",
  enforce: "pre",
  transform: (source, id) => (hasTexts(id) ? wrapTexts(source, id) : null),
};

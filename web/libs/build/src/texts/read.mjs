import { parseSync } from "vite";
import { isWords, linesOf, wordsOf } from "./jsx.mjs";
import {
  texts,
  codes,
  deep,
  codeConstants,
  codeCalls,
  textCalls,
  nounCalls,
  isText,
  looksText,
  isIn,
  inBranch,
} from "./words.mjs";

const nameOf = (node) =>
  node?.type === "JSXNamespacedName" ? `${node.namespace.name}:${node.name.name}` : (node?.name ?? node?.value);
const calledBy = ({ callee }) => (callee.type === "MemberExpression" ? callee.property.name : callee.name);
const isApi = ({ callee }) =>
  callee.type === "MemberExpression" &&
  ["api", "JSON", "localStorage", "sessionStorage", "console"].includes(callee.object.name);

/** True for `"Overview" | "Declined"` and `keyof typeof pages`: types of names that only the program uses. */
const isOfNames = (type) =>
  type?.type === "TSUnionType"
    ? type.types.some(isOfNames)
    : type?.type === "TSLiteralType"
      ? typeof type.literal.value === "string"
      : type?.type === "TSTypeOperator" && type.operator === "keyof";

/** Returns the positions of the parameters with such a type, by the names of a source's functions. */
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

/** Returns the edits that translate a source's texts, and the texts. */
export function read(source, file) {
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
      // A quasi with its delimiters: from the backtick or brace before it to the one after it.
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
   * Texts and values of an element become one text with placeholders for the values, so that another language may
   * reorder them.
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
      // Spaces at the ends stay where they are.
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
      // `"Overview" as const` is compared with similar values.
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
        // The label of a fact is the key of its value, and translated where the facts are drawn.
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

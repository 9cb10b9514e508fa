/**
 * Formulas of calculated fields. The language, its limits and its examples are the server's: one table,
 * `services/testing/src/staffroom_testing/formulas.json`, tests both.
 */
const longest = 500;
const deepest = 20;
const mostParts = 100;
const largest = 1e15;

type ValueOf = (id: string) => unknown;
type Read = (id: string) => unknown;
type Part = { ids: ReadonlySet<string>; run: (read: Read, today: string) => number | null };
type Node = (read: Read, today: string) => unknown;

/** Why a formula is refused, for its builder. */
class FormulaError extends Error {}

/** The functions; those in `ofFields` only take names of fields. */
const functions: Readonly<Record<string, { least: number; most: number; needs: string; ofFields?: true }>> = {
  round: { least: 1, most: 2, needs: "a number and its decimals" },
  min: { least: 1, most: 10, needs: "one to ten values" },
  max: { least: 1, most: 10, needs: "one to ten values" },
  sum: { least: 1, most: 1, needs: "a field", ofFields: true },
  age: { least: 1, most: 1, needs: "a field with a date", ofFields: true },
  days: { least: 2, most: 2, needs: "two fields with dates", ofFields: true },
};

/** Converts a value to a number: true is 1, false is 0; a text is not a number. */
function numberOf(value: unknown): number | null {
  if (typeof value === "boolean") return value ? 1 : 0;
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** Rounds a result in decimal digits: 0.1 + 0.2 is 0.3. */
const decimal = (value: number): number | null => (Number.isFinite(value) ? Number(value.toPrecision(15)) : null);

/** Rounds half away from zero, by the written digits. */
function rounded(value: number, places: number): number | null {
  const digits = Math.trunc(places);
  if (digits < 0 || digits > 6) return null;
  const size = Math.abs(value);
  const shifted = String(size).includes("e") ? size * 10 ** digits : Number(`${size}e${digits}`);
  return decimal((Math.sign(value) * Math.round(shifted)) / 10 ** digits);
}

type Day = { year: number; month: number; day: number; time: number };

function dayOf(value: unknown): Day | null {
  const match = typeof value === "string" ? /^(\d{4})-(\d{2})-(\d{2})/.exec(value) : null;
  if (!match) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? { year, month, day, time: date.getTime() }
    : null;
}

function ageAt(value: unknown, today: string): number | null {
  const [born, now] = [dayOf(value), dayOf(today)];
  if (!born || !now) return null;
  const isBefore = now.month < born.month || (now.month === born.month && now.day < born.day);
  return now.year - born.year - (isBefore ? 1 : 0);
}

function daysBetween(from: unknown, to: unknown): number | null {
  const [first, last] = [dayOf(from), dayOf(to)];
  return first && last ? Math.round((last.time - first.time) / 86_400_000) : null;
}

function called(name: string, values: readonly unknown[], today: string): number | null {
  if (name === "sum")
    return decimal(
      [values[0]]
        .flat()
        .map(numberOf)
        .reduce<number>((total, one) => total + (one ?? 0), 0),
    );
  if (name === "age") return ageAt(values[0], today);
  if (name === "days") return daysBetween(values[0], values[1]);
  const numbers = values.map(numberOf).filter((one) => one !== null);
  if (numbers.length < values.length) return null;
  if (name === "round") return rounded(numbers[0] ?? 0, numbers[1] ?? 0);
  return name === "min" ? Math.min(...numbers) : Math.max(...numbers);
}

function counted(operator: string, one: unknown, other: unknown): number | null {
  const [left, right] = [numberOf(one), numberOf(other)];
  if (left === null || right === null) return null;
  if (operator === "+") return decimal(left + right);
  if (operator === "-") return decimal(left - right);
  return decimal(operator === "*" ? left * right : left / right);
}

const token = /\s*(?:(\d{1,15}(?:\.\d{1,6})?)|([A-Za-z][A-Za-z0-9]{0,31})|([-+*/(),]))/y;

function tokensOf(text: string): string[] {
  if (text.length > longest) throw new FormulaError(`A formula has at most ${longest} characters`);
  const tokens: string[] = [];
  const body = text.trimEnd();
  token.lastIndex = 0;
  while (token.lastIndex < body.length) {
    const at = token.lastIndex;
    const match = token.exec(body);
    if (!match) throw new FormulaError(`“${body.slice(at).trim().slice(0, 12)}” is not understood`);
    tokens.push(match[1] ?? match[2] ?? match[3] ?? "");
    // Two adjacent words are not valid in a formula: `1e3`.
    if (/[A-Za-z0-9.]/.test(body[token.lastIndex] ?? "") && !match[3])
      throw new FormulaError(`“${body.slice(at).trim().slice(0, 12)}” is not understood`);
  }
  return tokens;
}

/** Parses a formula; throws a FormulaError if it breaks the rules of the language. */
export function parseFormula(text: string): Part {
  const tokens = tokensOf(text);
  const ids = new Set<string>();
  let at = 0;
  let depth = 0;
  let parts = 0;
  const next = () => tokens[at];
  const take = (wanted: string) => {
    if (tokens[at] !== wanted)
      throw new FormulaError(
        tokens[at] === undefined
          ? `“${wanted}” is missing at the end`
          : `“${wanted}” is missing before “${tokens[at]}”`,
      );
    at += 1;
  };
  const deeper = <T>(read: () => T): T => {
    depth += 1;
    if (depth > deepest) throw new FormulaError(`A formula has at most ${deepest} levels of brackets`);
    const result = read();
    depth -= 1;
    return result;
  };

  const call = (name: string): Node => {
    const { least, most, needs, ofFields } = functions[name] ?? { least: 0, most: 0, needs: "" };
    take("(");
    const values: Node[] = [];
    const value = () => {
      const begun = at;
      values.push(sum());
      const word = tokens[begun] ?? "";
      if (ofFields && (at !== begun + 1 || !ids.has(word))) throw new FormulaError(`${name} takes ${needs}`);
    };
    if (next() !== ")") {
      value();
      while (next() === ",") {
        at += 1;
        value();
      }
    }
    take(")");
    if (values.length < least || values.length > most) throw new FormulaError(`${name} takes ${needs}`);
    return (read, today) =>
      called(
        name,
        values.map((value) => value(read, today)),
        today,
      );
  };
  const single = (): Node => {
    const word = tokens[at];
    if (word === undefined)
      throw new FormulaError(tokens.length ? "The formula ends too early" : "The formula is empty");
    at += 1;
    parts += 1;
    if (parts > mostParts) throw new FormulaError(`A formula has at most ${mostParts} parts`);
    if (word === "(")
      return deeper(() => {
        const inner = sum();
        take(")");
        return inner;
      });
    if (/^\d/.test(word)) return () => Number(word);
    if (!/^[A-Za-z]/.test(word)) throw new FormulaError(`A value is missing before “${word}”`);
    if (Object.hasOwn(functions, word)) return deeper(() => call(word));
    if (next() === "(") throw new FormulaError(`There is no function ${word}`);
    ids.add(word);
    return (read) => read(word);
  };
  const signed = (): Node => {
    if (next() !== "-") return single();
    at += 1;
    const value = deeper(signed);
    return (read, today) => counted("-", 0, value(read, today));
  };
  const joined = (part: () => Node, operators: string): Node => {
    let value = part();
    for (let word = next(); word !== undefined && operators.includes(word); word = next()) {
      const [left, operator] = [value, word];
      at += 1;
      const right = part();
      value = (read, today) => counted(operator, left(read, today), right(read, today));
    }
    return value;
  };
  const product = () => joined(signed, "*/");
  function sum(): Node {
    return joined(product, "+-");
  }

  const whole = sum();
  if (at < tokens.length) throw new FormulaError(`An operator is missing before “${tokens[at]}”`);
  const run = (read: Read, today: string) => {
    const result = numberOf(whole(read, today));
    return result === null || Math.abs(result) > largest ? null : result;
  };
  return { ids, run };
}

/** Parses a formula; returns the text with which it is refused instead. */
function parsed(text: string): Part | string {
  try {
    return parseFormula(text);
  } catch (error) {
    if (error instanceof FormulaError) return error.message;
    throw error;
  }
}

/** Returns the value of a formula, or null; also null if the formula is refused. */
export function calculate(text: string, valueOf: ValueOf, today: string): number | null {
  const formula = parsed(text);
  return typeof formula === "string" ? null : formula.run(valueOf, today);
}

/** Returns the fields that a formula uses; none if it is refused. */
export function fieldsOfFormula(text: string): string[] {
  const formula = parsed(text);
  return typeof formula === "string" ? [] : [...formula.ids];
}

/** Returns the text with which a formula is refused, or null. */
export function problemOfFormula(text: string): string | null {
  const formula = parsed(text);
  return typeof formula === "string" ? formula : null;
}

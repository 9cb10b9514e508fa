import { IntlMessageFormat } from "intl-messageformat";
import type { Values } from "../catalogue";

const messages = new Map<string, IntlMessageFormat>();

/**
 * `{0, plural, one {# linha} other {# linhas}}` with its values; `{0}` alone is left to the caller, and so is a text
 * without such a place.
 */
export function formatted(text: string, values: Values): string {
  if (!/\{\d+, /.test(text)) return text;
  let message = messages.get(text);
  if (!message) messages.set(text, (message = new IntlMessageFormat(text, "pt-PT")));
  return String(
    message.format(
      Object.fromEntries(
        values.map((value, place) => [
          place,
          typeof value === "number" || typeof value === "string" ? value : `{${place}}`,
        ]),
      ),
    ),
  );
}

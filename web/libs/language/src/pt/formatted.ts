import { IntlMessageFormat } from "intl-messageformat";
import type { Values } from "../catalogue";

const messages = new Map<string, IntlMessageFormat>();

/**
 * Formats `{0, plural, one {# linha} other {# linhas}}` with its values; a bare `{0}`, and a text without such a
 * placeholder, are left to the caller.
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

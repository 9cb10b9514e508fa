import ptPT from "antd/locale/pt_PT";
import "dayjs/locale/pt";
import { IntlMessageFormat } from "intl-messageformat";
import type { Catalogue, Values } from "../catalogue";
import { texts } from "./texts";

const messages = new Map<string, IntlMessageFormat>();

/** `{0, plural, one {# linha} other {# linhas}}` with its values; `{0}` alone is left to the caller. */
function formatted(text: string, values: Values): string {
  let message = messages.get(text);
  if (!message) messages.set(text, message = new IntlMessageFormat(text, "pt-PT"));
  return String(message.format(Object.fromEntries(values.map((value, place) => [place, typeof value === "number" || typeof value === "string" ? value : `{${place}}`]))));
}

const catalogue: Catalogue = {
  locale: "pt-PT",
  dayjs: "pt",
  say: (text, values) => {
    const translation = texts[text];
    return translation !== undefined && /\{\d+, /.test(translation) ? formatted(translation, values) : translation;
  },
  antd: ptPT,
};
export default catalogue;

import { describe, expect, it } from "vitest";
import type { Snippet } from "./snippet-context";
import { fitting } from "./snippets";

const snippet = (id: number, title: string, shortcut: string): Snippet => ({
  id,
  title,
  shortcut,
  text: `<p>${title}</p>`,
});
const all = [
  snippet(1, "Thank you", "thanks"),
  snippet(2, "It works again", "works"),
  snippet(3, "Say thanks in the mail", ""),
];

describe("texts after a slash", () => {
  it("texts whose shortcut begins with the word come first, then those with it in the title", () => {
    expect(fitting(all, "THA").map(({ id }) => id)).toEqual([1, 3]);
    expect(fitting(all, "works").map(({ id }) => id)).toEqual([2]);
    expect(fitting(all, "nothing")).toEqual([]);
  });
  it("all texts are offered before a letter is typed", () => {
    expect(fitting(all, "").map(({ id }) => id)).toEqual([1, 2, 3]);
  });
});

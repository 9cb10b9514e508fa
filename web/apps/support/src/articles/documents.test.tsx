import { describe, expect, it } from "vitest";
import { linkTo } from "./documents";
import { keywords, ranked, type LibraryFile } from "./keywords";

const file = (id: number, name: string) =>
  ({ id, name, extension: "pdf", folder: "Policies" }) as unknown as LibraryFile;

describe("documents about a question", () => {
  it("the most significant words are searched", () => {
    expect(keywords("Where is the handbook of students, please?")).toEqual(["handbook", "students"]);
    expect(keywords("My exam: exam boards want accessibility arrangements")).toEqual([
      "accessibility",
      "arrangements",
      "boards",
    ]);
    expect(keywords("It is so")).toEqual([]);
  });
  it("documents with most of the words come first, each once", () => {
    const [handbook, policy, charter] = [file(1, "Handbook"), file(2, "Policy"), file(3, "Charter")];
    expect(ranked([[handbook, policy], [policy, charter], [policy]]).map(({ id }) => id)).toEqual([2, 1, 3]);
    expect(ranked([[], [], []])).toEqual([]);
  });
  it("a document's name in a link is plain text", () => {
    expect(linkTo(file(7, "Fees <new>"))).toBe(`<p><a href="${location.origin}/#/file/7">Fees &lt;new&gt;</a></p>`);
  });
});

import { expect, test } from "vitest";
import { filtersIn } from "./tile-dialog";

test("a pasted address gives its filters, without its place in the list", () => {
  expect(filtersIn("/students/list?status=active,alumni&page=3&saved=12&sort=-name")).toBe("status=active,alumni&sort=-name");
  expect(filtersIn("due=@thisMonth")).toBe("due=@thisMonth");
});

test("a value keeps its signs", () => {
  const filters = filtersIn("supplier=Smith%20%26%20Sons&note=1%2B1%25");
  expect(Object.fromEntries(new URLSearchParams(filters))).toEqual({ supplier: "Smith & Sons", note: "1+1%" });
});

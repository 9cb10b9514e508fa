import { expect, it } from "vitest";
import { listAt } from "./list-at";

it("the path of a list is its address, and the rest belongs to the route or to the list", () => {
  const route = listAt("/exams/swaps", { title: "Swaps of duties", only: ["examsOffice"], emptyText: "No swap yet." });
  expect(route).toEqual({
    path: "/exams/swaps",
    title: "Swaps of duties",
    only: ["examsOffice"],
    list: { path: "/exams/swaps", emptyText: "No swap yet." },
  });
});

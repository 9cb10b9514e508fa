import { studentColumns } from "@staffroom/testing";
import type { ListMeta } from "@staffroom/contract";
import { describe, expect, it } from "vitest";
import { isOpening, nextSort, paramsOf, queryOf, viewOf, wholeQueryOf, type ListView } from "./address";
import { rangeLabel } from "./range";
import { fillPath } from "./row-address";

const meta = studentColumns as ListMeta;
const view = (text = "") => viewOf(new URLSearchParams(text), meta);

describe("the address holds the view", () => {
  it("defaults are not in the address", () => {
    expect(paramsOf(view(), meta).toString()).toBe("");
  });

  it.each([
    "search=abbott",
    "sort=-balance%2ClastName",
    "page=3",
    "pageSize=1000",
    "status=active",
    "type=asp%2Csupp",
    "created=2026-01-01..2026-01-31",
    "page=250&after=xyz",
    "search=a&sort=-id&page=2&pageSize=10&over18=true",
  ])("%s survives reading and writing", (text) => {
    const again = paramsOf(view(text), meta);
    expect(viewOf(again, meta)).toEqual(view(text));
    expect([...again].sort()).toEqual([...new URLSearchParams(text)].sort());
  });

  it("names that the list does not know are left out", () => {
    expect(view("sort=secret&pageSize=7&page=-4&nonsense=1")).toEqual({ ...view(), sort: [] });
  });

  it("foreign parameters stay", () => {
    expect(paramsOf(view("page=2"), meta, new URLSearchParams("panel=left")).toString()).toBe("panel=left&page=2");
  });
});

describe("a tab that the page opens with", () => {
  const work = { ...meta, tabs: [{ name: "status", title: "Status", options: [], default: "active" }] } as ListMeta;
  const filters = (text: string) => viewOf(new URLSearchParams(text), work).filters;

  it("default tabs apply if the address names no rows", () => {
    expect(filters("")).toEqual({ status: "active" });
    expect(filters("student=5&page=2&saved=0")).toEqual({ status: "active" });
  });

  it("default tabs leave links, searches and saved views alone", () => {
    expect(filters("type=asp")).toEqual({ type: "asp" });
    expect(filters("search=abbott")).toEqual({});
    expect(filters("saved=3")).toEqual({});
  });

  it("later addresses name the tab, All too", () => {
    const all = paramsOf({ ...viewOf(new URLSearchParams(), work), filters: {} }, work);
    expect(all.toString()).toBe("status=");
    expect(viewOf(all, work).filters).toEqual({});
    expect(paramsOf({ ...viewOf(new URLSearchParams(), work), page: 2 }, work).get("status")).toBe("active");
  });

  it("default tabs differ from filters that the user chose", () => {
    const of = (text: string) => isOpening(viewOf(new URLSearchParams(text), work), work);
    expect([of(""), of("status="), of("status=alumni"), of("status=active&type=asp")]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

it("the query uses the service's names", () => {
  expect(queryOf(view("search=abb&status=active&page=2"), { type: "asp" })).toEqual({
    search: "abb",
    status: "active",
    type: "asp",
    sort: "lastName,firstName",
    page: 2,
    pageSize: 50,
  });
  expect(queryOf(view("search=ab"))).not.toHaveProperty("search");
  expect(queryOf(view("page=250&after=xyz"))).toMatchObject({ after: "xyz" });
  expect(queryOf(view("page=250&after=xyz"))).not.toHaveProperty("page");
  expect(wholeQueryOf(view("page=2&status=active"))).toEqual({ status: "active", sort: "lastName,firstName" });
});

it("a click sorts by one column, Shift by more", () => {
  const one = nextSort([], "a", false);
  expect(one).toEqual([{ name: "a", descending: false }]);
  expect(nextSort(one, "a", false)).toEqual([{ name: "a", descending: true }]);
  expect(nextSort([{ name: "a", descending: true }], "a", false)).toEqual([]);
  const two = nextSort(one, "b", true);
  expect(two.map(({ name }) => name)).toEqual(["a", "b"]);
  expect(nextSort(two, "a", true)[0]).toEqual({ name: "a", descending: true });
  expect(nextSort(two, "c", false)).toEqual([{ name: "c", descending: false }]);
});

it("the rows are labelled 'a-b of n'", () => {
  const at = (page: number): Pick<ListView, "page" | "pageSize"> => ({ page, pageSize: 50 });
  expect(rangeLabel(at(1), 50, 120, true)).toBe("1-50 of 120");
  expect(rangeLabel(at(3), 20, 120, true)).toBe("101-120 of 120");
  expect(rangeLabel(at(1), 50, 10_001, false)).toBe("1-50 of 10,000+");
  expect(rangeLabel(at(1), 0, 0, true)).toBe("0-0 of 0");
});

it("a target is filled from the row", () => {
  expect(fillPath("/a/{id}/{tab}", { id: 7, tab: "x/y" })).toBe("/a/7/x%2Fy");
});

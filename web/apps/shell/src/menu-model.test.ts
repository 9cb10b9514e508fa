import { defineArea, linkOf, mayOpen } from "@staffroom/contract";
import { expect, it } from "vitest";
import { activeLink, menuItems } from "./menu-model";
import { matches } from "./palette";
import { passwordProblems } from "./password-form";
import { readDestination } from "./sign-in";

const load = () => Promise.reject(new Error("not in this test"));
const area = defineArea({
  name: "people",
  routes: [
    { path: "/students/list", title: "Students", load },
    { path: "/students/:id/:tab?", title: "Student", load },
    { path: "/admin/roles", title: "Roles", roles: ["sysAdmin"], load },
    { path: "/system/slips/:type?", title: "Slips", roles: ["academicOffice"], load },
  ],
  menu: [
    { route: "/admin/roles", group: "Admin" },
    { route: "/students/list", group: "People" },
    { route: "/system/slips/:type?", group: "Teaching", params: { type: "late" } },
  ],
});

it("shows what the roles open, by group", () => {
  expect(menuItems([area], ["staff"]).map((item) => item.link)).toEqual(["/students/list"]);
  expect(menuItems([area], ["staff", "sysAdmin"]).map((item) => item.link)).toEqual(["/students/list", "/system/slips/late", "/admin/roles"]);
});

it("puts the entries of a drawer at the end of their group", () => {
  const setup = defineArea({
    name: "setup",
    routes: [{ path: "/codes", title: "Codes", load }],
    menu: [{ route: "/codes", group: "People", drawer: "Setup", order: 1 }],
  });
  expect(menuItems([setup, area], ["sysAdmin"]).map(({ link, drawer }) => [link, drawer]).slice(0, 2)).toEqual([["/students/list", ""], ["/codes", "Setup"]]);
});

it("marks the list while one of its records is open", () => {
  const items = menuItems([area], ["sysAdmin"]);
  expect(activeLink(items, "/students/17/comments")).toBe("/students/list");
  expect(activeLink(items, "/nowhere")).toBeUndefined();
});

it("guards routes by role", () => {
  expect(mayOpen(undefined, [])).toBe(true);
  expect(mayOpen(["finance", "accounting"], ["staff", "accounting"])).toBe(true);
  expect(mayOpen(["finance"], ["staff"])).toBe(false);
  expect(mayOpen(["finance"], ["sysAdmin"])).toBe(true);
});

it("leaves optional parts out of links", () => {
  expect(linkOf("/system/slips/:type?")).toBe("/system/slips");
  expect(linkOf("/a/:b/c", { b: "x y" })).toBe("/a/x%20y/c");
});

it("goes back only to places inside the app", () => {
  expect(readDestination("?redirect=%2Fstudents%2Flist%3Fpage%3D2")).toBe("/students/list?page=2");
  for (const bad of ["https://evil.org", "//evil.org", "/\\evil.org", "/login"]) expect(readDestination(`?redirect=${encodeURIComponent(bad)}`)).toBe("/");
  expect(readDestination("")).toBe("/");
});

it("finds screens by the beginnings of their words", () => {
  expect(matches("Social media release", "med rel")).toBe(true);
  expect(matches("Social media release", "edia")).toBe(false);
});

it("checks new passwords in the words of the form rules", () => {
  expect(passwordProblems({ currentPassword: "", newPassword: "short", again: "other" }, true)).toEqual({
    currentPassword: "Field is required", newPassword: "Field must have at least 10 characters", again: "Field must be the same as New password",
  });
  expect(passwordProblems({ currentPassword: "", newPassword: "long enough", again: "long enough" }, false)).toEqual({});
});

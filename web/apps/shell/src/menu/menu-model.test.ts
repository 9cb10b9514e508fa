import { defineMadeUpArea, linkOf, mayOpen } from "@staffroom/contract";
import { expect, it } from "vitest";
import { matches } from "../palette/finding";
import { putRecentFirst } from "../palette/hits";
import { activeItem, commandsOf, menuItems, navigationOf, screensOf } from "./menu-model";
import { passwordProblems } from "../sign-in/password-form";
import { readDestination } from "../sign-in/sign-in";

const load = () => Promise.reject(new Error("not in this test"));
const area = defineMadeUpArea({
  name: "people",
  routes: [
    { path: "/students/list", title: "Students", load },
    { path: "/students/:id/:tab?", title: "Student", load },
    { path: "/admin/roles", title: "Roles", only: ["sysAdmin"], load },
    { path: "/system/slips/:type?", title: "Slips", only: ["academicOffice"], load },
  ],
  menu: [
    { route: "/admin/roles", group: "Setup" },
    { route: "/students/list", group: "People" },
    { route: "/system/slips/:type?", group: "Teaching", params: { type: "late" } },
  ],
});

it("each role has its commands, with the address of a form", () => {
  const commands = [
    { title: "New student", route: "/students/list", roles: ["staff"] },
    { title: "New slip", route: "/system/slips/:type?", params: { type: "late" } },
  ] as const;
  const linksFor = (roles: string[]) => commandsOf([{ ...area, commands }], roles).map(({ link }) => link);
  expect(linksFor(["staff"])).toEqual(["/students/list?new=true"]);
  expect(linksFor(["academicOffice"])).toEqual(["/system/slips/late?new=true"]);
  expect(linksFor(["sysAdmin"])).toHaveLength(2);
});

it("the menu has what the roles open, by group", () => {
  expect(menuItems([area], ["staff"]).map((item) => item.link)).toEqual(["/students/list"]);
  expect(menuItems([area], ["staff", "sysAdmin"]).map((item) => item.link)).toEqual([
    "/students/list",
    "/system/slips/late",
    "/admin/roles",
  ]);
});

it("screens outside of the menu are found, unless they need a record", () => {
  const views = defineMadeUpArea({
    name: "views",
    routes: [
      { path: "/a", title: "A", load },
      { path: "/a/:id", title: "One", load },
      { path: "/a/:id/:tab?", title: "One's tab", load },
      { path: "/b/:type?", title: "B", load },
      { path: "/c", title: "C", only: ["finance"], load },
      { path: "/d", title: "D", public: true, load },
    ],
    menu: [{ route: "/a", group: "Work" }],
  });
  expect(screensOf([views], ["staff"]).map(({ link }) => link)).toEqual(["/a", "/b"]);
  expect(screensOf([views], ["finance"]).map(({ link }) => link)).toEqual(["/a", "/b", "/c"]);
});

const everywhere = defineMadeUpArea({
  name: "everywhere",
  routes: [{ path: "/a", title: "A", load }],
  menu: (["Setup", "Insights", "Money", "People", "Teaching", "Work", "Exams"] as const).map((group) => ({
    route: "/a",
    group,
  })),
});
const railOf = (roleIds: string[], places?: number) => {
  const { front, more, setup } = navigationOf(menuItems([everywhere], roleIds), roleIds, places);
  return { front: front.map(({ group }) => group), more: more.map(({ group }) => group), setup: setup.length };
};

it("the role's groups are at the top level and the others under More", () => {
  expect(railOf(["staff", "finance"])).toEqual({
    front: ["Money", "Teaching", "Work"],
    more: ["People", "Exams", "Insights"],
    setup: 1,
  });
  expect(railOf(["staff", "examsOffice", "finance"]).front).toEqual(["Exams", "People", "Money", "Teaching", "Work"]);
});

it("sysAdmin and users without an office have every group at the top level, except Setup", () => {
  const all = { front: ["Work", "People", "Teaching", "Exams", "Money", "Insights"], more: [], setup: 1 };
  expect(railOf(["staff"])).toEqual(all);
  expect(railOf(["finance", "sysAdmin"])).toEqual(all);
});

it("there are as many groups at the top level as there are places", () => {
  expect(railOf(["staff", "sysAdmin"], 3)).toEqual({
    front: ["Work", "People", "Teaching"],
    more: ["Exams", "Money", "Insights"],
    setup: 1,
  });
});

it("the list is marked while one of its records is open", () => {
  const items = menuItems([area], ["sysAdmin"]);
  expect(activeItem(items, "/students/17/comments")?.link).toBe("/students/list");
  expect(activeItem(items, "/nowhere")).toBeUndefined();
});

it("an entry is marked for every screen of its route, and of routes under it", () => {
  const money = defineMadeUpArea({
    name: "money",
    routes: [
      { path: "/tickets/:type?", title: "Tickets", load },
      { path: "/mails", title: "Mails", load },
      { path: "/mails/sent", title: "Sent mails", load },
      { path: "/finance/runs", title: "Pay runs", load },
      { path: "/accounts/runs", title: "Pay runs", under: "/finance/runs", load },
    ],
    menu: [
      { route: "/tickets/:type?", group: "Support", params: { type: "my" } },
      ...(["/mails", "/mails/sent", "/finance/runs"] as const).map((route) => ({ route, group: "Money" as const })),
    ],
  });
  const items = menuItems([money, area], ["sysAdmin"]);
  const marked = (pathname: string) => activeItem(items, pathname)?.link;
  expect(marked("/tickets/all")).toBe("/tickets/my");
  expect(marked("/accounts/runs")).toBe("/finance/runs");
  expect(["/mails", "/mails/sent", "/mails/12"].map(marked)).toEqual(["/mails", "/mails/sent", "/mails"]);
  expect(marked("/system/slips")).toBe("/system/slips/late");
});

it("a list's views are offered with it and in Ctrl+K, and a screen with several addresses once", () => {
  const courses = defineMadeUpArea({
    name: "courses",
    routes: [
      { path: "/courses", title: "Courses", load },
      { path: "/courses-fulltime", title: "Full-time courses", under: "/courses", load },
      { path: "/courses-secret", title: "Secret courses", under: "/courses", only: ["finance"], load },
      { path: "/courses-old", title: "Courses", under: "/courses", load },
      { path: "/courses/:id/write", title: "Course", under: "/courses", load },
    ],
    menu: [{ route: "/courses", group: "Teaching", icon: "notebook" }],
  });
  expect(menuItems([courses], ["staff"])[0]?.views).toEqual([
    { title: "Full-time courses", link: "/courses-fulltime" },
  ]);
  expect(screensOf([courses], ["staff"]).map(({ title, group, icon }) => `${title} ${group} ${icon}`)).toEqual([
    "Courses Teaching notebook",
    "Full-time courses Teaching notebook",
  ]);
  expect(screensOf([courses], ["finance"]).map(({ title }) => title)).toEqual([
    "Courses",
    "Full-time courses",
    "Secret courses",
  ]);
});

it("visited screens come before other hits, merged with the hit of the same address", () => {
  const hit = (target: string, kind: string) => ({ title: target, kind, target });
  expect(
    putRecentFirst([hit("/b", "Recent"), hit("/c", "Recent")], [hit("/a", "Screen"), hit("/b", "Student")]),
  ).toEqual([hit("/b", "Student"), hit("/c", "Recent"), hit("/a", "Screen")]);
});

it("routes are guarded by role", () => {
  expect(mayOpen(undefined, [])).toBe(true);
  expect(mayOpen(["finance", "accounting"], ["staff", "accounting"])).toBe(true);
  expect(mayOpen(["finance"], ["staff"])).toBe(false);
  expect(mayOpen(["finance"], ["sysAdmin"])).toBe(true);
});

it("optional parts are left out of links", () => {
  expect(linkOf("/system/slips/:type?")).toBe("/system/slips");
  expect(linkOf("/a/:b/c", { b: "x y" })).toBe("/a/x%20y/c");
});

it("the return address stays within the app", () => {
  expect(readDestination("?redirect=%2Fstudents%2Flist%3Fpage%3D2")).toBe("/students/list?page=2");
  for (const bad of ["https://evil.org", "//evil.org", "/\\evil.org", "/login"])
    expect(readDestination(`?redirect=${encodeURIComponent(bad)}`)).toBe("/");
  expect(readDestination("")).toBe("/");
});

it("screens are found by the beginnings of their words", () => {
  expect(matches("Social media release", "med rel")).toBe(true);
  expect(matches("Social media release", "edia")).toBe(false);
});

it("new passwords are checked with the messages of the form rules", () => {
  expect(passwordProblems({ currentPassword: "", newPassword: "short", again: "other" }, true)).toEqual({
    currentPassword: "Field is required",
    newPassword: "Field must have at least 10 characters",
    again: "Field must be the same as New password",
  });
  expect(passwordProblems({ currentPassword: "", newPassword: "long enough", again: "long enough" }, false)).toEqual(
    {},
  );
});

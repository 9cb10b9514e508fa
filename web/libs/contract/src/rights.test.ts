import { afterEach, expect, it, vi } from "vitest";
import { callsOf, defineArea, defineClient } from "./area";

const load = () => Promise.reject(new Error("not in this test"));
afterEach(() => vi.unstubAllGlobals());

const declare = () =>
  defineArea({
    name: "made-up",
    client: defineClient({ routes: [{ path: "/mine", title: "Mine", list: "/invoices/my" }], menu: [] }),
    routes: [
      { path: "/bills", title: "Bills", list: { path: "/bills" } },
      { path: "/samples", title: "Samples", call: "POST /invoice/samples", list: "/invoice/samples" },
      { path: "/mail-texts", title: "Mail texts", only: ["accounting"], list: "/invoices/templates" },
      {
        path: "/claims/:id/:tab?",
        title: "Claim",
        profile: { thing: "/expenses", tabs: [{ name: "bills", title: "Bills", list: "/bills", by: "orgId" }] },
      },
      { path: "/files", title: "Files", list: "/files" },
      { path: "/help", title: "Help", load },
    ],
    menu: [],
    commands: [{ title: "New sample", route: "/samples", call: "POST /invoice/samples" }],
    timeline: [{ of: {}, kind: "Bill", icon: "file", list: "/bills", at: "date", shows: [] }],
  });

it("a declaration has the roles of its list's, its record's or its named call", () => {
  const money = ["accounting", "finance"];
  vi.stubGlobal("ROLES", {
    "/bills": money,
    "POST /invoice/samples": ["accounting"],
    "/invoices/templates": ["staff"],
    "/expenses/{id}": ["staff"],
    "/files": null,
    "/invoices/my": ["client"],
  });
  const area = declare();
  expect(area.routes.map(({ roles }) => roles)).toEqual([
    money,
    ["accounting"],
    ["accounting"],
    ["staff"],
    undefined,
    undefined,
  ]);
  expect(area.routes[3]?.profile?.tabs?.map(({ roles }) => roles)).toEqual([money]);
  expect(area.client.routes[0]?.roles).toEqual(["client"]);
  expect(area.commands[0]?.roles).toEqual(["accounting"]);
  expect(area.timeline[0]?.roles).toEqual(money);
});

it("each call of an area is listed once, for its build to look up", () => {
  expect(callsOf(declare())).toEqual([
    "/bills",
    "/expenses/{id}",
    "/files",
    "/invoices/my",
    "/invoices/templates",
    "POST /invoice/samples",
  ]);
});

it("roles written by hand and unknown calls do not compile", () => {
  defineArea({
    name: "made-up",
    routes: [
      // @ts-expect-error: roles come from the call
      { path: "/a", title: "A", roles: ["staff"], load },
      // @ts-expect-error: there is no such call
      { path: "/b", title: "B", call: "/repots", load },
    ],
    menu: [],
  });
});

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { menus, menusFile, printed } from "../../../../tools/menus.mjs";

it("the printed menus are up to date: npm run menus prints them", () => {
  expect(printed()).toBe(readFileSync(menusFile, "utf8"));
});

it("an entry is only for users whom the service lets make its call", () => {
  const { staff, client } = menus();
  expect(staff.Money?.Bills).toEqual(["accounting", "finance"]);
  expect(staff.Setup?.Audit).toEqual(["sysAdmin"]);
  expect(staff.People?.Students).toEqual(["staff"]);
  expect(client.Work?.["Slips to write"]).toEqual(["tutor", "invigilator"]);
});

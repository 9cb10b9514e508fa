import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { menus, menusFile, printed } from "../../../../tools/menus.mjs";

it("has the menus that are printed: npm run menus prints them", () => {
  expect(printed()).toBe(readFileSync(menusFile, "utf8"));
});

it("has an entry for those alone whom the service lets make its call", () => {
  const { staff, client } = menus();
  expect(staff.Money?.Bills).toEqual(["accounting", "finance"]);
  expect(staff.Setup?.Audit).toEqual(["sysAdmin"]);
  expect(staff.People?.Students).toEqual(["staff"]);
  expect(client.Work?.["Slips to write"]).toEqual(["tutor", "invigilator"]);
});

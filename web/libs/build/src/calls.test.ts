import { expect, it } from "vitest";
import { allRoles, rolesOf } from "./calls.mjs";
import { rolesFor } from "./manifest.mjs";

it("an area gets only the roles of the calls that it names", () => {
  const roles = rolesFor("support");
  expect(roles["/errors"]).toEqual(["sysAdmin"]);
  expect(roles["/comments"]).toBeNull();
  expect(roles).not.toHaveProperty("/bills");
  expect(rolesFor("support", true)).toEqual(allRoles());
});

it("a call that no service has stops the build", () => {
  expect(() => rolesOf(["/repots"])).toThrow("No service has the call /repots");
});

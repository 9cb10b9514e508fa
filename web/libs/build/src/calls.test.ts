import { expect, it } from "vitest";
import { allRoles, rolesOf } from "./calls.mjs";
import { rolesFor } from "./manifest.mjs";

it("gives an area the roles of the calls that it names, and of no others", () => {
  const roles = rolesFor("support");
  expect(roles["/errors"]).toEqual(["sysAdmin"]);
  expect(roles["/comments"]).toBeNull();
  expect(roles).not.toHaveProperty("/bills");
  expect(rolesFor("support", true)).toEqual(allRoles());
});

it("stops the build at a call that no service has", () => {
  expect(() => rolesOf(["/repots"])).toThrow("No service has the call /repots");
});

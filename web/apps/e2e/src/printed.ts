import { readFileSync } from "node:fs";

type Groups = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/**
 * The menus of both applications, entries by their groups with the roles that have each, as `npm run menus` prints
 * them.
 */
export const menus = JSON.parse(readFileSync(new URL("../menus.json", import.meta.url), "utf8")) as {
  staff: Groups;
  client: Groups;
};

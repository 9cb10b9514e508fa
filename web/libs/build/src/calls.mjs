import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { services } from "../../../tools/services.mjs";

const folder = join(dirname(fileURLToPath(import.meta.url)), "calls");
/** The file with the calls of a service and their roles, which `make api-types` prints. */
export const callsFile = (service) => join(folder, `${service}.json`);

/** The roles that each call lets in, of all services; null: every signed-in user. */
export const allRoles = () => Object.assign({}, ...services.map((name) => JSON.parse(readFileSync(callsFile(name), "utf8"))));

/** The roles of `calls`, those of one area. Throws for one that no service has. */
export function rolesOf(calls) {
  const all = allRoles();
  return Object.fromEntries(calls.map((call) => {
    if (!(call in all)) throw new Error(`No service has the call ${call}: a spelling, or "make api-types" prints it`);
    return [call, all[call]];
  }));
}

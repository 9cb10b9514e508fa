import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { services } from "../../../tools/services.mjs";

const folder = dirname(fileURLToPath(import.meta.url));
/**
 * The files that `make api-types` writes: a service's calls with their roles, and the lists that its records make
 * stale.
 */
export const callsFile = (service) => join(folder, "calls", `${service}.json`);
export const staleFile = (service) => join(folder, "stale", `${service}.json`);

/**
 * Returns the English texts that a service declares, by the path of the list or record: the page's catalogue translates
 * them.
 */
export const textsFile = (service) => join(folder, "../../language/src/declared", `${service}.json`);

/** Returns the lists that become stale by a change of a service's record, by the path of its records. */
export const staleOf = (service) => JSON.parse(readFileSync(staleFile(service), "utf8"));

/** Returns the roles that each call admits, of all services; null: every signed-in user. */
export const allRoles = () =>
  Object.assign({}, ...services.map((name) => JSON.parse(readFileSync(callsFile(name), "utf8"))));

/** Returns the roles of `calls`, those of one area. Throws for one that no service has. */
export function rolesOf(calls) {
  const all = allRoles();
  return Object.fromEntries(
    calls.map((call) => {
      if (!(call in all)) throw new Error(`No service has the call ${call}: a spelling, or "make api-types" prints it`);
      return [call, all[call]];
    }),
  );
}

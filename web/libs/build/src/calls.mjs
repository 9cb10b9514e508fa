import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { services } from "../../../tools/services.mjs";

const folder = dirname(fileURLToPath(import.meta.url));
/**
 * The files that `make api-types` prints: the calls of a service with their roles, and the lists that its records make
 * stale.
 */
export const callsFile = (service) => join(folder, "calls", `${service}.json`);
export const staleFile = (service) => join(folder, "stale", `${service}.json`);

/**
 * The English texts that a service declares, by the path of the list or record: the page's catalogue translates them.
 */
export const textsFile = (service) => join(folder, "../../language/src/declared", `${service}.json`);

/** The lists that a change of a record of a service makes stale, by the path of its records. */
export const staleOf = (service) => JSON.parse(readFileSync(staleFile(service), "utf8"));

/** The roles that each call lets in, of all services; null: every signed-in user. */
export const allRoles = () =>
  Object.assign({}, ...services.map((name) => JSON.parse(readFileSync(callsFile(name), "utf8"))));

/** The roles of `calls`, those of one area. Throws for one that no service has. */
export function rolesOf(calls) {
  const all = allRoles();
  return Object.fromEntries(
    calls.map((call) => {
      if (!(call in all)) throw new Error(`No service has the call ${call}: a spelling, or "make api-types" prints it`);
      return [call, all[call]];
    }),
  );
}

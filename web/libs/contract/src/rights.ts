import type { CallPath, ServiceName } from "./calls";

/** A GET of any service by its path, `/slip/unwritten`, or a POST: `POST /invoice/samples`. */
export type Call = { [Service in ServiceName]: CallPath<Service> | `POST ${CallPath<Service, "post">}` }[ServiceName];

/** The roles that a part of an area has: those that its call's rule admits, so that nobody repeats them. */
export type Rights = {
  /** The call, unless it is the call of the list or the record. A POST for a screen that is there for writing. */
  call?: Call;
  /** Deliberately fewer roles than may make the call: any of these; sysAdmin always. */
  only?: readonly string[];
};

/** The result of `defineArea` for rights: any of these roles has it, and sysAdmin. Absent: every signed-in user. */
export type Entitled<Declared> = Declared & { roles?: readonly string[] };

/**
 * The roles of the calls that the area names; null: every signed-in user. The area's build fills it in from the
 * services' output.
 */
declare const ROLES: Readonly<Record<string, readonly string[] | null>>;

/** Returns `one` with its roles, from `only` or the rule of its call; `call` is the default. */
export function entitled<Declared extends Rights>(one: Declared, call?: string): Entitled<Declared> {
  const named = callOf(one, call);
  const known = typeof ROLES === "undefined" ? {} : ROLES;
  const roles = one.only ?? (named === undefined ? undefined : known[named]);
  return roles ? { ...one, roles } : one;
}

/** Returns the call that gives `one` its roles. */
export const callOf = (one: Pick<Rights, "call">, call?: string): string | undefined => one.call ?? call;

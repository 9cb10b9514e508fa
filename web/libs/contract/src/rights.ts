import type { CallPath, ServiceName } from "./calls";

/** A GET of any service by its path, `/slip/unwritten`, or a POST: `POST /invoice/samples`. */
export type Call = { [Service in ServiceName]: CallPath<Service> | `POST ${CallPath<Service, "post">}` }[ServiceName];

/**
 * The roles that have something that makes a call: those that the call's rule lets in, which nobody writes down a second time.
 */
export type Rights = {
  /**
   * The call, where it is another than that of the list or the record, or there is neither. A POST where what is there
   * to do is to write.
   */
  call?: Call;
  /** Fewer than may make the call, on purpose: any of these roles; sysAdmin always does. */
  only?: readonly string[];
};

/** The result of `defineArea` for rights: any of these roles has it, and sysAdmin. Absent: every signed-in user. */
export type Entitled<Declared> = Declared & { roles?: readonly string[] };

/**
 * The roles of the calls that the area names; null: every signed-in user. The area's build fills it in from what the
 * services print.
 */
declare const ROLES: Readonly<Record<string, readonly string[] | null>>;

/** `one` with its roles, from `only` or the rule of its call; `call` stands for one that it does not name. */
export function entitled<Declared extends Rights>(one: Declared, call?: string): Entitled<Declared> {
  const named = callOf(one, call);
  const known = typeof ROLES === "undefined" ? {} : ROLES;
  const roles = one.only ?? (named === undefined ? undefined : known[named]);
  return roles ? { ...one, roles } : one;
}

/** The call that gives `one` its roles. */
export const callOf = (one: Pick<Rights, "call">, call?: string): string | undefined => one.call ?? call;

/** Libraries that this shell shares with the areas, with their versions; its build puts them in. */
declare const SHARED_VERSIONS: Readonly<Record<string, string>>;
export const ownVersions = (): Readonly<Record<string, string>> => SHARED_VERSIONS;

/** A library that an area was built with in a version that is not here. */
export type Misfit = { name: string; needed: string; present: string | null };

const numbersOf = (version: string) => version.split(".").map((part) => Number.parseInt(part, 10) || 0);

/** Whether what was built with `needed` runs with `present`: the same first number, and nothing that was added is missing. */
export function fits(needed: string, present: string): boolean {
  const [wanted, has] = [numbersOf(needed), numbersOf(present)];
  if (wanted[0] !== has[0]) return false;
  const at = wanted.findIndex((part, place) => part !== (has[place] ?? 0));
  return at < 0 || (wanted[at] ?? 0) < (has[at] ?? 0);
}

/** The libraries of an area that this shell does not have as the area needs them. */
export function misfitsOf(needed: Readonly<Record<string, string>>, present: Readonly<Record<string, string>>): Misfit[] {
  return Object.entries(needed)
    .filter(([name, version]) => !present[name] || !fits(version, present[name]))
    .map(([name, version]) => ({ name, needed: version, present: present[name] ?? null }));
}

/** `It needs list 2.0.0, here is 1.4.0`. */
export function misfitText(misfits: readonly Misfit[]): string {
  const short = (name: string) => name.replace("@staffroom/", "");
  return misfits.map(({ name, needed, present }) => `It needs ${short(name)} ${needed}, here is ${present ?? "none"}.`).join(" ");
}

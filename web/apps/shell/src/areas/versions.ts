/** Versions by name: those of packages, and that of the release as `Staffroom`. */
export type Versions = Readonly<Record<string, string>>;

/** A package, or the release, that an area was built with in another version. */
export type Misfit = { name: string; needed: string; present: string | null };

const numbersOf = (version: string) => version.split(".").map((part) => Number.parseInt(part, 10) || 0);

/**
 * True where an area built with version `needed` of a package runs with `present`: the same major version, and not
 * older.
 */
export function fits(needed: string, present: string): boolean {
  const [least, has] = [numbersOf(needed), numbersOf(present)];
  if (least[0] !== has[0]) return false;
  const at = least.findIndex((part, place) => part !== (has[place] ?? 0));
  return at < 0 || (least[at] ?? 0) < (has[at] ?? 0);
}

/** The packages that an area needs and this shell does not have. Our libraries belong to one release only. */
export function misfitsOf(needed: Versions, present: Versions): Misfit[] {
  const isFit = (name: string, version: string, has = present[name]) =>
    name === "Staffroom" ? has === version : has !== undefined && fits(version, has);
  return Object.entries(needed)
    .filter(([name, version]) => !isFit(name, version))
    .map(([name, version]) => ({ name, needed: version, present: present[name] ?? null }));
}

/** `It needs antd 6.6.8, here is 5.4.0.` */
export function misfitText(misfits: readonly Misfit[]): string {
  return misfits
    .map(({ name, needed, present }) => `It needs ${name} ${needed}, here is ${present ?? "none"}.`)
    .join(" ");
}

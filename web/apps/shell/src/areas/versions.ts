/** Versions of packages by name, and digests of the declarations of our libraries by library and name. */
export type Versions = Readonly<Record<string, string>>;
export type Digests = Readonly<Record<string, Readonly<Record<string, string>>>>;
/** Packages, and our libraries, that a shell shares with the areas. */
export type Shared = { versions: Versions; offers: Digests };

/** A package that an area was built with in another version, or a name of a library that is declared otherwise. */
export type Misfit = { name: string; needed?: string; present: string | null };

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

/** The packages and names that an area needs and this shell does not have as the area needs them. */
export function misfitsOf(
  { shared, uses }: { shared: Versions; uses: Digests },
  { versions, offers }: Shared,
): Misfit[] {
  const packages = Object.entries(shared)
    .filter(([name, version]) => !versions[name] || !fits(version, versions[name]))
    .map(([name, version]): Misfit => ({ name, needed: version, present: versions[name] ?? null }));
  const names = Object.entries(uses).flatMap(([lib, used]) =>
    Object.entries(used)
      .filter(([name, digest]) => offers[lib]?.[name] !== digest)
      .map(([name]): Misfit => ({ name: `${name} of ${lib}`, present: offers[lib]?.[name] ?? null })),
  );
  return [...packages, ...names];
}

/** `It needs antd 6.6.8, here is 5.4.0. It needs another Icon of ui.` */
export function misfitText(misfits: readonly Misfit[]): string {
  return misfits
    .map(({ name, needed, present }) =>
      needed
        ? `It needs ${name} ${needed}, here is ${present ?? "none"}.`
        : `It needs ${present ? "another " : ""}${name}.`,
    )
    .join(" ");
}

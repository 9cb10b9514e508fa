import { linkOf, mayOpen, menuGroups, type Area, type AreaRoute, type MenuGroup } from "@staffroom/contract";
import { matchPath } from "react-router";

/** A screen that shows a part of another one: full-time courses of the courses. */
type ScreenView = { title: string; link: string };
/** `paths`: the routes that the entry covers; `views`: those that show a part of its list. */
export type MenuItem = {
  title: string;
  link: string;
  icon: string;
  group: MenuGroup;
  order: number;
  paths: readonly string[];
  views: readonly ScreenView[];
};
/** A group of the rail with its entries. */
type MenuSection = { group: MenuGroup; items: MenuItem[] };
/** The rail: the sections at the top level, those under More, and the cards of the screen Setup. */
export type Navigation = { front: MenuSection[]; more: MenuSection[]; setup: MenuItem[] };

const money: MenuGroup[] = ["Money", "People", "Insights"];
const support: MenuGroup[] = ["Support"];
/** The top-level groups by role. Accounts with none of these roles, and sysAdmin, have every group there. */
const frontOf: Readonly<Record<string, readonly MenuGroup[]>> = {
  accounting: money,
  cancelsInvoices: money,
  finance: ["Money", "Teaching"],
  academicOffice: ["Teaching", "People", "Enquiries"],
  examsOffice: ["Exams", "People"],
  affiliateCompliance: ["Insights", "People"],
  techSupport: support,
  tutorSupport: support,
};

/** True if an address can be built without a record. */
const linkable = (path: string) => path.split("/").every((part) => !part.startsWith(":") || part.endsWith("?"));
/** True if these roles can open the route without a record. */
const isScreen = ({ path, roles, public: open }: AreaRoute, roleIds: readonly string[]) =>
  !open && linkable(path) && mayOpen(roles, roleIds);

/** The menu entries that these roles may open, in order. */
export function menuItems(areas: readonly Area[], roleIds: readonly string[]): MenuItem[] {
  const items = areas.flatMap((area) =>
    area.menu.flatMap((entry): MenuItem[] => {
      const route = area.routes.find((one) => one.path === entry.route);
      if (!route || !mayOpen(route.roles, roleIds)) return [];
      const title = entry.title ?? route.title;
      const under = area.routes.filter((one) => one.under === route.path);
      return [
        {
          title,
          link: linkOf(route.path, entry.params),
          icon: entry.icon ?? "layers",
          group: entry.group,
          order: entry.order ?? 100,
          paths: [route.path, ...under.map(({ path }) => path)],
          views: under
            .filter((one) => one.title !== title && isScreen(one, roleIds))
            .map((one) => ({ title: one.title, link: linkOf(one.path) })),
        },
      ];
    }),
  );
  return items.sort(
    (one, other) =>
      menuGroups.indexOf(one.group) - menuGroups.indexOf(other.group) ||
      one.order - other.order ||
      one.title.localeCompare(other.title),
  );
}

/** A screen that Ctrl+K offers; `group` if it is an entry of the menu or a view of one. */
export type Screen = { title: string; link: string; icon: string; group?: MenuGroup; completes?: string };

/**
 * Returns the screens that Ctrl+K finds, each once: the entries, then the screens outside of the menu that need no
 * record. A view of an entry has its group and icon; another address of the same screen, with its entry's title, does
 * not count as a screen.
 */
export function screensOf(areas: readonly Area[], roleIds: readonly string[]): Screen[] {
  const items = menuItems(areas, roleIds);
  const known = new Set(areas.flatMap(({ menu }) => menu.map(({ route }) => route)));
  const others = areas
    .flatMap(({ routes }) => routes)
    .filter((route) => !known.has(route.path) && isScreen(route, roleIds))
    .flatMap(({ path, title, under }): Screen[] => {
      const item = under === undefined ? undefined : items.find(({ paths }) => paths[0] === under);
      return item?.title === title
        ? []
        : [{ title, link: linkOf(path), icon: item?.icon ?? "layers", group: item?.group }];
    });
  return [...items, ...others];
}

/** Returns a list's screen address by the list's path, among the screens that these roles may open. */
export function screensOfLists(
  areas: readonly Area[],
  roleIds: readonly string[],
): (list: string) => string | undefined {
  const screens = new Map<string, string>();
  for (const route of areas.flatMap(({ routes }) => routes).toReversed()) {
    const shown = typeof route.list === "string" ? route.list : (route.list?.path ?? route.call);
    if (shown && !route.profile && isScreen(route, roleIds)) screens.set(shown, linkOf(route.path));
  }
  return (list) => screens.get(list);
}

/** Returns the Ctrl+K commands of these roles, each with its address. */
export function commandsOf(areas: readonly Area[], roleIds: readonly string[]): Screen[] {
  return areas.flatMap(({ commands, routes }) =>
    commands
      .filter(
        ({ route, roles }) =>
          mayOpen(roles, roleIds) && mayOpen(routes.find(({ path }) => path === route)?.roles, roleIds),
      )
      .map(({ title, route, params, query = { new: "true" }, completes }) => ({
        title,
        link: `${linkOf(route, params)}?${new URLSearchParams(query).toString()}`,
        icon: completes ? "user-cog" : "plus",
        completes,
      })),
  );
}

/** Returns the top-level groups for these roles, in their role's order; everybody has Work. */
function groupsInFront(roleIds: readonly string[]): readonly MenuGroup[] {
  const own = roleIds.flatMap((role) => frontOf[role] ?? []);
  return own.length && !roleIds.includes("sysAdmin") ? [...new Set<MenuGroup>([...own, "Work"])] : menuGroups;
}

/** Divides the entries into the parts of the rail; at most `places` sections are at the top level. */
export function navigationOf(
  items: readonly MenuItem[],
  roleIds: readonly string[],
  places: number = menuGroups.length,
): Navigation {
  const inFront = groupsInFront(roleIds);
  const rank = (group: MenuGroup) =>
    inFront.includes(group) ? inFront.indexOf(group) : inFront.length + menuGroups.indexOf(group);
  const sections = menuGroups
    .filter((group) => group !== "Setup")
    .map((group) => ({ group, items: items.filter((item) => item.group === group) }))
    .filter((section) => section.items.length)
    .toSorted((one, other) => rank(one.group) - rank(other.group));
  const front = sections.filter(({ group }) => inFront.includes(group)).slice(0, places);
  return { front, more: sections.slice(front.length), setup: items.filter((item) => item.group === "Setup") };
}

/**
 * Scores how well an entry matches an address: it is its link, its route, or the beginning of it; 0 if it does not
 * match.
 */
function fit({ link, paths }: MenuItem, pathname: string): number {
  if (pathname === link) return 3;
  if (paths.some((path) => matchPath(path, pathname))) return 2;
  return pathname.startsWith(`${link.replace(/\/list$/, "")}/`) ? 1 : 0;
}

/** Returns an address's entry: the best match, or of several the one with the longest link. */
export function activeItem(items: readonly MenuItem[], pathname: string): MenuItem | undefined {
  return items
    .filter((item) => fit(item, pathname) > 0)
    .toSorted((one, other) => fit(other, pathname) - fit(one, pathname) || other.link.length - one.link.length)[0];
}

import { linkOf, mayOpen, menuGroups, type Area, type MenuGroup } from "@staffroom/contract";

export type MenuItem = { title: string; link: string; icon: string; group: MenuGroup; order: number; drawer: string };

/** The menu entries that these roles may open, in order. */
export function menuItems(areas: readonly Area[], roleIds: readonly string[]): MenuItem[] {
  const items = areas.flatMap((area) =>
    area.menu.flatMap((entry): MenuItem[] => {
      const route = area.routes.find((one) => one.path === entry.route);
      if (!route || !mayOpen(route.roles, roleIds)) return [];
      return [{
        title: entry.title ?? route.title,
        link: linkOf(route.path, entry.params),
        icon: entry.icon ?? "layers",
        group: entry.group,
        order: entry.order ?? 100,
        drawer: entry.drawer ?? "",
      }];
    }),
  );
  return items.sort(
    (one, other) =>
      menuGroups.indexOf(one.group) - menuGroups.indexOf(other.group) || one.drawer.localeCompare(other.drawer) || one.order - other.order || one.title.localeCompare(other.title),
  );
}

/** The entry of an address: that with the longest matching link. */
export function activeLink(items: readonly MenuItem[], pathname: string): string | undefined {
  return items
    .map((item) => item.link)
    .filter((link) => pathname === link || pathname.startsWith(`${link}/`) || pathname.startsWith(`${link.replace(/\/list$/, "")}/`))
    .sort((one, other) => other.length - one.length)[0];
}

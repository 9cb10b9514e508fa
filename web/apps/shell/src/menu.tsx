import { menuGroups } from "@staffroom/contract";
import { Icon } from "@staffroom/ui";
import { Tooltip } from "antd";
import { useState } from "react";
import { Link, useLocation } from "react-router";
import { areAreasLoading, useAreas, useMenuItems } from "./areas";
import { Logo } from "./logo";
import { activeLink, type MenuItem } from "./menu-model";

/** Names that the user has toggled: groups are open by default, drawers closed. */
function savedToggles(): string[] {
  try {
    return JSON.parse(localStorage.getItem("staffroom.menu.closed") ?? "[]") as string[];
  } catch {
    return [];
  }
}

export function Menu({ collapsed }: { collapsed: boolean }) {
  const { pathname } = useLocation();
  const states = useAreas();
  const [toggled, setToggled] = useState(savedToggles);
  const [closedAt, setClosedAt] = useState("");
  const items = useMenuItems();
  const active = pathname === "/" ? "/" : activeLink(items, pathname);
  const failed = states.filter(({ status }) => status === "failed" || status === "unfit");
  const toggle = (name: string) => {
    const next = toggled.includes(name) ? toggled.filter((one) => one !== name) : [...toggled, name];
    setToggled(next);
    localStorage.setItem("staffroom.menu.closed", JSON.stringify(next));
  };
  const entry = (link: string, title: string, icon: string) => (
    <Tooltip key={link} title={collapsed ? title : ""} placement="right">
      <Link className="sr-menu-link" to={link} aria-current={active === link ? "page" : undefined} aria-label={collapsed ? title : undefined}>
        <Icon name={icon} size={16} />
        {!collapsed && <span>{title}</span>}
      </Link>
    </Tooltip>
  );
  const entries = (inside: readonly MenuItem[]) => inside.map((item) => entry(item.link, item.title, item.icon));
  const drawer = (name: string, group: string, inside: readonly MenuItem[]) => {
    const key = `${group}/${name}`;
    // The drawer of the current screen is open until the user closes it.
    const open = toggled.includes(key) || (closedAt !== pathname && inside.some((item) => item.link === active));
    const toggleDrawer = () => {
      if (open === toggled.includes(key)) toggle(key);
      setClosedAt(open ? pathname : "");
    };
    return (
      <div key={key} className="sr-menu-drawer">
        <Tooltip title={collapsed ? name : ""} placement="right">
          <button type="button" className="sr-menu-link" aria-expanded={open} aria-label={collapsed ? name : undefined} onClick={toggleDrawer}>
            <Icon name="settings" size={16} />
            {!collapsed && <span>{name}</span>}
            {!collapsed && <Icon name={open ? "chevron-down" : "chevron-right"} size={12} />}
          </button>
        </Tooltip>
        {open && entries(inside)}
      </div>
    );
  };
  return (
    <nav className="sr-menu" aria-label="Main menu" aria-busy={areAreasLoading()}>
      <Link className="sr-brand" to="/" aria-label="Staffroom, home">
        <Logo size={26} />
        {!collapsed && <span>Staffroom</span>}
      </Link>
      <div className="sr-menu-scroll">
        {entry("/", "Home", "dashboard")}
        {menuGroups.map((group) => {
          const inside = items.filter((item) => item.group === group);
          if (!inside.length) return null;
          const open = collapsed || !toggled.includes(group);
          const drawers = [...new Set(inside.map((item) => item.drawer))].filter(Boolean);
          return (
            <section key={group}>
              {collapsed ? <hr /> : (
                <button type="button" className="sr-menu-group" aria-expanded={open} onClick={() => toggle(group)}>
                  {group} <Icon name={open ? "chevron-down" : "chevron-right"} size={12} />
                </button>
              )}
              {open && entries(inside.filter((item) => !item.drawer))}
              {open && drawers.map((name) => drawer(name, group, inside.filter((item) => item.drawer === name)))}
            </section>
          );
        })}
        {failed.map((state) => (
          <div key={state.name} className="sr-menu-failed" title={`${state.title} did not load`}>
            <Icon name="offline" size={15} /> {!collapsed && `${state.title} is not available`}
          </div>
        ))}
      </div>
    </nav>
  );
}

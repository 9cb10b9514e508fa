import { useSession } from "@staffroom/api";
import { menuGroups } from "@staffroom/contract";
import { Icon } from "@staffroom/ui";
import { Tooltip } from "antd";
import { useMemo, useState } from "react";
import { Link, useLocation } from "react-router";
import { useAreas } from "./areas";
import { Logo } from "./logo";
import { activeLink, menuItems } from "./menu-model";

function savedClosed(): string[] {
  try {
    return JSON.parse(localStorage.getItem("staffroom.menu.closed") ?? "[]") as string[];
  } catch {
    return [];
  }
}

export function Menu({ collapsed }: { collapsed: boolean }) {
  const { user } = useSession();
  const { pathname } = useLocation();
  const states = useAreas();
  const [closed, setClosed] = useState(savedClosed);
  const items = useMemo(
    () => menuItems(states.flatMap((state) => (state.status === "ready" ? [state.area] : [])), user?.roleIds ?? []),
    [states, user],
  );
  const active = pathname === "/" ? "/" : activeLink(items, pathname);
  const failed = states.filter((state) => state.status === "failed");
  const toggle = (group: string) => {
    const next = closed.includes(group) ? closed.filter((one) => one !== group) : [...closed, group];
    setClosed(next);
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
  return (
    <nav className="sr-menu" aria-label="Main menu">
      <Link className="sr-brand" to="/" aria-label="Staffroom, home">
        <Logo size={26} />
        {!collapsed && <span>Staffroom</span>}
      </Link>
      <div className="sr-menu-scroll">
        {entry("/", "Home", "dashboard")}
        {menuGroups.map((group) => {
          const inside = items.filter((item) => item.group === group);
          if (!inside.length) return null;
          const open = collapsed || !closed.includes(group);
          return (
            <section key={group}>
              {collapsed ? <hr /> : (
                <button type="button" className="sr-menu-group" aria-expanded={open} onClick={() => toggle(group)}>
                  {group} <Icon name={open ? "chevron-down" : "chevron-right"} size={12} />
                </button>
              )}
              {open && inside.map((item) => entry(item.link, item.title, item.icon))}
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

import { t } from "@staffroom/language";
import { Icon } from "@staffroom/ui";
import { Button, Tooltip } from "antd";
import { Link, useLocation } from "react-router";
import { useMenuItems } from "../areas/areas";
import { ConnectionBar } from "./connection-bar";
import { activeItem } from "../menu/menu-model";
import { NotificationBell } from "./notifications";
import { ReleaseNotesBadge } from "./release-notes";
import { UserMenu } from "./user-menu";

type Props = {
  collapsed: boolean;
  /** Pins or unpins the panel of the menu; absent if there is no room to pin it. */
  onMenu: (() => void) | undefined;
  onPalette: () => void;
  onKeys: () => void;
};

/** Group and entry of the screen; the entry links back to its list. */
function Whereabouts() {
  const { pathname } = useLocation();
  const item = activeItem(useMenuItems(), pathname);
  if (!item) return null;
  return (
    <nav className="sr-top-title" aria-label="Whereabouts">
      <span>{t(item.group)}</span>
      <Icon name="chevron-right" size={13} />
      <Link to={item.link} aria-current={pathname === item.link ? "page" : undefined}>
        {item.title}
      </Link>
    </nav>
  );
}

export function TopBar({ collapsed, onMenu, onPalette, onKeys }: Props) {
  return (
    <header className="sr-top">
      {onMenu && (
        <Tooltip title={collapsed ? "Widen the menu" : "Narrow the menu"}>
          <Button
            type="text"
            aria-label={collapsed ? "Widen the menu" : "Narrow the menu"}
            aria-expanded={!collapsed}
            icon={<Icon name="panel" size={17} />}
            onClick={onMenu}
          />
        </Tooltip>
      )}
      <Whereabouts />
      <ConnectionBar />
      <span className="sr-spacer" />
      <button
        type="button"
        className="sr-top-find"
        aria-label="Find anything"
        aria-keyshortcuts="Control+K"
        onClick={onPalette}
      >
        <Icon name="search" size={14} /> <span>Find anything</span>{" "}
        <kbd className="sr-kbd" aria-hidden>
          Ctrl K
        </kbd>
      </button>
      <ReleaseNotesBadge />
      <NotificationBell />
      <Tooltip title="Keys (?)">
        <Button type="text" aria-label="Keys" icon={<Icon name="help" size={17} />} onClick={onKeys} />
      </Tooltip>
      <UserMenu />
    </header>
  );
}

import { Icon, useOnLeave } from "@staffroom/ui";
import { useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { areAreasLoading, useAreas, useMenuItems } from "../areas/areas";
import { activeItem } from "../menu/menu-model";

/** Number of entries in the bar of a phone besides Home and More. */
const placesOnPhone = 3;

type Place = { link: string; title: string; icon: string };
const home: Place = { link: "/", title: "Home", icon: "dashboard" };
const inbox: Place = { link: "/inbox", title: "Inbox", icon: "inbox" };

/** The menu of the client application, in one column; on a phone the first few are in a bar, the others in a sheet. */
export function ClientMenu({ phone }: { phone: boolean }) {
  const { pathname } = useLocation();
  useAreas();
  const items = useMenuItems();
  const [open, setOpen] = useState(false);
  useOnLeave(() => setOpen(false));
  useEffect(() => {
    if (!open) return;
    const listen = (event: KeyboardEvent) => event.key === "Escape" && setOpen(false);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [open]);
  const active = activeItem(items, pathname)?.link ?? pathname;
  const [front, more] = phone
    ? [items.slice(0, placesOnPhone), [...items.slice(placesOnPhone), inbox]]
    : [[...items, inbox], []];
  const place = ({ link, title, icon }: Place) => (
    <Link
      key={link}
      className="sr-rail-place"
      to={link}
      data-active={link === active || undefined}
      aria-current={link === active ? "page" : undefined}
    >
      <Icon name={icon} size={18} />
      <span>{title}</span>
    </Link>
  );
  return (
    <>
      <nav className="sr-menu" aria-label="Main menu" aria-busy={areAreasLoading()}>
        <div className="sr-rail">
          {[home, ...front].map(place)}
          {more.length > 0 && (
            <button
              type="button"
              className="sr-rail-place"
              aria-expanded={open}
              aria-controls="menu-panel"
              data-active={more.some(({ link }) => link === active) || undefined}
              onClick={() => setOpen(!open)}
            >
              <Icon name="menu" size={18} />
              <span>More</span>
            </button>
          )}
        </div>
        {open && (
          <section className="sr-menu-panel" id="menu-panel" aria-label="More">
            {more.map(({ link, title, icon }) => (
              <Link key={link} className="sr-menu-link" to={link} aria-current={link === active ? "page" : undefined}>
                <Icon name={icon} size={16} />
                <span>{title}</span>
              </Link>
            ))}
          </section>
        )}
      </nav>
      {open && <div className="sr-menu-shade" aria-hidden onClick={() => setOpen(false)} />}
    </>
  );
}

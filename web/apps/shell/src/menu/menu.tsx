import { mayKeep, removeStar, useStars, useVisits } from "@staffroom/api";
import type { MenuGroup } from "@staffroom/contract";
import { t } from "@staffroom/language";
import { attempt, Icon, IconButton, offerLists } from "@staffroom/ui";
import { useEffect, useRef, type KeyboardEvent } from "react";
import { Link, useLocation } from "react-router";
import { areAreasLoading, useAreas, useMenuItems, useNavigation, useScreenOfLists } from "../areas/areas";
import { Logo } from "../sign-in/logo";
import { activeItem } from "./menu-model";

/**
 * The content of the panel next to the rail: the entries of a group, the folded groups, what is starred or the last visits,
 * or what belongs to Home; "" where nothing is chosen.
 */
export type PanelName = MenuGroup | "More" | "Recent" | "Starred" | "Home" | "";
type Props = {
  /** The panel opens over the screen, and only when it is chosen. */
  floating: boolean;
  /** The rail is a bar at the bottom with three groups in front. */
  phone: boolean;
  chosen: PanelName;
  onChoose: (name: PanelName) => void;
};
type PanelLink = { title: string; link: string; icon: string };

const icons: Record<MenuGroup, string> = {
  Work: "briefcase",
  Enquiries: "megaphone",
  People: "users",
  Teaching: "graduation",
  Exams: "clipboard",
  Money: "pound",
  Support: "support",
  Library: "folder",
  Insights: "chart",
  Setup: "settings",
};
const placesOnPhone = 3;
/** Screens of the shell that belong to Work. */
const ownLinks: PanelLink[] = [
  { title: t("Home"), link: "/", icon: "dashboard" },
  { title: t("Inbox"), link: "/inbox", icon: "inbox" },
];
export const starIcons = { record: "file-text", view: "bookmark", screen: "layers" } as const;

/** Moves the focus by one within the rail or the panel; the last is followed by the first. */
function step(part: Element, from: Element, by: number): void {
  const stops = [...part.querySelectorAll<HTMLElement>("a, button")];
  stops[(stops.findIndex((one) => one === from) + by + stops.length) % stops.length]?.focus();
}

export function Menu({ floating, phone, chosen, onChoose }: Props) {
  const { pathname } = useLocation();
  const states = useAreas();
  const { front, more, setup } = useNavigation(phone ? placesOnPhone : undefined);
  const recent = useVisits().map(({ title, target }) => ({ title, link: target, icon: "history" }));
  const stars = useStars();
  const items = useMenuItems();
  const active = activeItem(items, pathname);
  const screenOf = useScreenOfLists();
  useEffect(() => offerLists((address) => activeItem(items, address), screenOf), [items, screenOf]);
  const rail = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  const enters = useRef(false);
  const isSetup = pathname === "/setup" || active?.group === "Setup";
  const isFolded = more.some(({ group }) => group === active?.group) || (phone && isSetup);
  const activePanel: PanelName = isFolded ? "More" : isSetup ? "Setup" : (active?.group ?? "");
  const shown = chosen || (floating ? "" : activePanel || "Home");
  const failed = states.filter(({ status }) => status === "failed" || status === "unfit");

  useEffect(() => {
    panel.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    rail.current?.querySelector("[data-active]")?.scrollIntoView({ block: "nearest" });
    if (enters.current) panel.current?.querySelector<HTMLElement>("[aria-current], a")?.focus();
    enters.current = false;
  }, [shown, active?.link]);

  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const part = target.closest(".sr-rail, .sr-menu-panel");
    if (!part) return;
    const inRail = part === rail.current;
    const [back, on, into] =
      inRail && phone ? ["ArrowLeft", "ArrowRight", "ArrowUp"] : ["ArrowUp", "ArrowDown", "ArrowRight"];
    if (event.key === back || event.key === on) step(part, target, event.key === on ? 1 : -1);
    else if (event.key === into && inRail && target.dataset.panel) {
      if (target.dataset.panel === shown) panel.current?.querySelector<HTMLElement>("[aria-current], a")?.focus();
      else {
        enters.current = true;
        onChoose(target.dataset.panel as PanelName);
      }
    } else if (!inRail && (event.key === "Escape" || (event.key === "ArrowLeft" && !phone)))
      (
        rail.current?.querySelector<HTMLElement>("[aria-expanded='true']") ??
        rail.current?.querySelector<HTMLElement>("[data-active]")
      )?.focus();
    else return;
    if (event.key !== "Escape") event.preventDefault();
  };

  const place = (name: PanelName, icon: string) => (
    <button
      key={name}
      type="button"
      className="sr-rail-place"
      data-panel={name}
      data-active={activePanel === name || undefined}
      aria-expanded={shown === name}
      aria-controls="menu-panel"
      onClick={() => onChoose(floating && shown === name ? "" : name)}
    >
      <Icon name={icon} size={18} />
      <span>{t(name)}</span>
    </button>
  );
  const goTo = (link: string, title: string, icon: string, current: boolean) => (
    <Link
      className="sr-rail-place"
      to={link}
      data-active={current || undefined}
      aria-current={current ? "page" : undefined}
    >
      <Icon name={icon} size={18} />
      <span>{t(title)}</span>
    </Link>
  );
  const entries = (items: readonly PanelLink[], marked = true) =>
    items.map(({ link, title, icon }) => (
      <Link
        key={link}
        className="sr-menu-link"
        to={link}
        title={title}
        aria-current={marked && link === (active?.link ?? pathname) ? "page" : undefined}
      >
        <Icon name={icon} size={16} />
        <span>{title}</span>
      </Link>
    ));
  const section = (title: string, items: readonly PanelLink[], marked = true) => (
    <section key={title}>
      <p className="sr-menu-title">{t(title)}</p>
      {entries(items, marked)}
      {!items.length && <p className="sr-menu-none">{t("You have visited no screen yet.")}</p>}
    </section>
  );
  const starred = (
    <section key="Starred">
      <p className="sr-menu-title">{t("Starred")}</p>
      {stars.map((star) => (
        <div key={star.target} className="sr-menu-starred">
          {entries([{ title: star.title, link: star.target, icon: starIcons[star.kind] }], false)}
          {mayKeep() && (
            <IconButton
              label={t("Remove star of {0}", star.title)}
              icon="close"
              disabled={star.id === 0}
              onClick={() => attempt(() => removeStar(star))}
            />
          )}
        </div>
      ))}
      {!stars.length && <p className="sr-menu-none">{t("Star a record or a view to find it here.")}</p>}
    </section>
  );
  const unavailable = failed.map((state) => (
    <p key={state.name} className="sr-menu-failed" title={t("{0} did not load", t(state.title))}>
      {t("{0} is not available", t(state.title))}
    </p>
  ));
  const work = [...front, ...more].find(({ group }) => group === "Work")?.items ?? [];
  // Home has the entries of Work, and those of the first group that one works with.
  const ofHome = [
    { group: "Work", items: [...ownLinks, ...work] },
    ...front.filter(({ group }) => group !== "Work").slice(0, 1),
  ];
  const sections =
    shown === "More"
      ? more
      : shown === "Home"
        ? ofHome
        : shown === "Setup"
          ? [{ group: "Setup", items: setup }]
          : front.filter(({ group }) => group === shown);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows walk through its links, which Tab reaches too
    <nav className="sr-menu" aria-label={t("Main menu")} aria-busy={areAreasLoading()} onKeyDown={onKeyDown}>
      <div className="sr-rail" ref={rail}>
        {!phone && (
          <Link className="sr-brand" to="/" aria-label={t("Staffroom, home")}>
            <Logo size={26} />
          </Link>
        )}
        {goTo("/", "Home", "dashboard", pathname === "/")}
        {!phone && goTo("/inbox", "Inbox", "inbox", pathname === "/inbox")}
        {!phone && place("Starred", "star")}
        {!phone && place("Recent", "history")}
        {front.map(({ group }) => place(group, icons[group]))}
        {(more.length > 0 || phone) && place("More", "menu")}
        {!phone && unavailable}
        {!phone && setup.length > 0 && (
          <div className="sr-rail-end">{goTo("/setup", "Setup", icons.Setup, isSetup)}</div>
        )}
      </div>
      {shown && (
        <section className="sr-menu-panel" id="menu-panel" ref={panel} aria-label={t(shown)}>
          {shown === "Starred" && starred}
          {shown === "Recent" && section("Recent", recent, false)}
          {sections.map(({ group, items }) => section(group, items))}
          {shown === "More" && phone && (
            <>
              {starred}
              {section("Recent", recent.slice(0, 5), false)}
              <section className="sr-menu-apart">
                {entries([
                  { title: t("Inbox"), link: "/inbox", icon: "inbox" },
                  ...(setup.length > 0 ? [{ title: t("Setup"), link: "/setup", icon: icons.Setup }] : []),
                ])}
              </section>
              {setup.length > 0 && section("Setup", setup)}
              {unavailable}
            </>
          )}
        </section>
      )}
    </nav>
  );
}

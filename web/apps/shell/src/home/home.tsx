import { useStars, useUser, useVisits } from "@staffroom/api";
import type { WidgetName } from "@staffroom/contract";
import { Icon, Panel, usePage, Widget } from "@staffroom/ui";
import { Link } from "react-router";
import { useAllSettled, useMenuItems, useReadyAreas } from "../areas/areas";
import { Deadlines } from "./deadlines";
import { Greeting } from "./greeting";
import { starIcons } from "../menu/menu";
import { activeItem } from "../menu/menu-model";
import { WaitingForMe } from "./waiting";

type HomePanel = { widget: Extract<WidgetName, `home.${string}`>; title: string; icon: string };
type Shortcut = { title: string; link: string; icon: string };

/** Panels that an area may provide; without a provider a panel is hidden. */
const panels: HomePanel[] = [{ widget: "home.calendar", title: "Today", icon: "calendar" }];

/** Number of the newest shown of each; the menu has them all. */
const shortcutsShown = 8;

function Shortcuts({ title, icon, links }: { title: string; icon: string; links: readonly Shortcut[] }) {
  const items = useMenuItems();
  if (!links.length) return null;
  return (
    <Panel
      title={
        <>
          <Icon name={icon} size={15} /> {title}
        </>
      }
    >
      <nav className="sr-home-links" aria-label={title}>
        {links.slice(0, shortcutsShown).map((one) => {
          const place = activeItem(items, one.link.split("?")[0] ?? "")?.title;
          return (
            <Link key={one.link} to={one.link} title={one.title}>
              <Icon name={one.icon} size={15} />
              <span>{one.title}</span>
              {place && place !== one.title && <small>{place}</small>}
            </Link>
          );
        })}
      </nav>
    </Panel>
  );
}

/** The person's tasks; next to them today, deadlines, recent visits and stars. */
export default function Home() {
  usePage("Home");
  const user = useUser();
  const ready = useReadyAreas();
  const recent = useVisits().map(({ title, target }) => ({ title, link: target, icon: "history" }));
  const stars = useStars().map(({ title, target, kind }) => ({ title, link: target, icon: starIcons[kind] }));
  const offered = new Set(ready.flatMap((area) => Object.keys(area.widgets)));
  const settled = useAllSettled();
  return (
    <div className="sr-home">
      <Greeting place={user.primaryDepartment?.title} />
      <div className="sr-home-main">
        <WaitingForMe areas={ready} settled={settled} />
      </div>
      <aside className="sr-home-side" aria-label="Shortcuts">
        {panels
          .filter(({ widget }) => offered.has(widget))
          .map((panel) => (
            <Panel
              key={panel.widget}
              title={
                <>
                  <Icon name={panel.icon} size={15} /> {panel.title}
                </>
              }
            >
              <Widget name={panel.widget} props={{}} />
            </Panel>
          ))}
        <Deadlines areas={ready} />
        <Shortcuts title="Recent" icon="history" links={recent} />
        <Shortcuts title="Starred" icon="star" links={stars} />
      </aside>
    </div>
  );
}

import { useStars, useUser } from "@staffroom/api";
import type { WidgetName } from "@staffroom/contract";
import { Icon, Panel, usePage, Widget, zone } from "@staffroom/ui";
import dayjs from "dayjs";
import { Link } from "react-router";
import { useAreas, useNavigation, useReadyAreas } from "./areas";
import { starIcons } from "./menu";
import { WaitingForMe } from "./waiting";

type HomePanel = { widget: Extract<WidgetName, `home.${string}`>; title: string; icon: string };

const panels: HomePanel[] = [
  { widget: "home.calendar", title: "Today", icon: "calendar" },
];

/** The newest stars; the menu has them all. */
const starsShown = 12;

function greeting(hour: number): string {
  return hour < 12 ? "Good morning" : hour < 18 ? "Good afternoon" : "Good evening";
}

export default function Home() {
  usePage("Home");
  const user = useUser();
  const areas = useAreas();
  const stars = useStars();
  const now = dayjs().tz(zone);
  const ready = useReadyAreas();
  const offered = new Set(ready.flatMap((area) => Object.keys(area.widgets)));
  const shown = panels.filter((panel) => offered.has(panel.widget));
  const settled = areas.length > 0 && areas.every((area) => area.status !== "loading");
  const { front, more } = useNavigation();
  const shortcuts = [...front, ...more].flatMap(({ items }) => items).slice(0, 12);
  return (
    <div className="sr-home">
      <header>
        <h1>{greeting(now.hour())}, {user.firstName}</h1>
        <p className="sr-muted">{now.format("dddd D MMMM")}{user.primaryDepartment && ` · ${user.primaryDepartment.title}`}</p>
      </header>
      <WaitingForMe areas={ready} settled={settled} />
      {shown.length > 0 && <div className="sr-home-panels">
        {shown.map((panel) => (
          <Panel key={panel.widget} title={<><Icon name={panel.icon} size={15} /> {panel.title}</>}>
            <Widget name={panel.widget} props={{}} />
          </Panel>
        ))}
      </div>}
      {stars.length > 0 && (
        <section className="sr-home-shortcuts">
          <h2>Starred</h2>
          <div>
            {stars.slice(0, starsShown).map((star) => (
              <Link key={star.target} to={star.target}><Icon name={starIcons[star.kind]} size={16} /> {star.title}</Link>
            ))}
          </div>
        </section>
      )}
      {shortcuts.length > 0 && (
        <section className="sr-home-shortcuts">
          <h2>Go to</h2>
          <div>
            {shortcuts.map((item) => (
              <Link key={item.link} to={item.link}><Icon name={item.icon} size={16} /> {item.title}</Link>
            ))}
          </div>
        </section>
      )}
    </div>
  );
}

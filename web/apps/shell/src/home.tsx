import { useUser } from "@staffroom/api";
import type { WidgetName } from "@staffroom/contract";
import { Icon, LoadingState, Panel, StatePanel, usePage, Widget, zone } from "@staffroom/ui";
import dayjs from "dayjs";
import { Link } from "react-router";
import { readyAreas, useAreas, useNavigation } from "./areas";

type HomePanel = { widget: Extract<WidgetName, `home.${string}`>; title: string; icon: string };

const panels: HomePanel[] = [
  { widget: "home.calendar", title: "Today", icon: "calendar" },
  { widget: "home.reminders", title: "My reminders", icon: "alarm" },
  { widget: "home.slips", title: "Slips waiting for me", icon: "clipboard-check" },
  { widget: "home.reports", title: "Reports waiting for me", icon: "file-text" },
  { widget: "home.tickets", title: "My tickets", icon: "support" },
];

function greeting(hour: number): string {
  return hour < 12 ? "Good morning" : hour < 18 ? "Good afternoon" : "Good evening";
}

export default function Home() {
  usePage("Home");
  const user = useUser();
  const areas = useAreas();
  const now = dayjs().tz(zone);
  const offered = new Set(readyAreas().flatMap((area) => Object.keys(area.widgets)));
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
      <div className="sr-home-panels">
        {shown.map((panel) => (
          <Panel key={panel.widget} title={<><Icon name={panel.icon} size={15} /> {panel.title}</>}>
            <Widget name={panel.widget} props={{}} />
          </Panel>
        ))}
        {!settled && <Panel><LoadingState rows={4} /></Panel>}
      </div>
      {settled && shown.length === 0 && (
        <Panel>
          <StatePanel icon="check" title="Nothing is waiting for you" text="Reminders, slips, reports and tickets that need you will gather here. Ctrl+K finds any person, course, invoice, ticket or screen." />
        </Panel>
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

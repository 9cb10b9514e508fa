import { useUser } from "@staffroom/api";
import { zone } from "@staffroom/ui";
import dayjs from "dayjs";

function greeting(hour: number): string {
  return hour < 12 ? "Good morning" : hour < 18 ? "Good afternoon" : "Good evening";
}

/** The heading of the home page: the person's name, the day, and their place of work. */
export function Greeting({ place = "" }: { place?: string }) {
  const { firstName } = useUser();
  const now = dayjs().tz(zone);
  return (
    <header>
      <h1>
        {greeting(now.hour())}, {firstName}
      </h1>
      <p className="sr-muted">
        {now.format("dddd D MMMM")}
        {place && ` · ${place}`}
      </p>
    </header>
  );
}

import { useApi } from "@staffroom/api";
import type { Row, ViewShown } from "@staffroom/contract";
import { inLondon, type Days } from "@staffroom/screen";
import { useAddress } from "@staffroom/ui";
import { Button } from "antd";
import dayjs from "dayjs";
import { Link } from "react-router";
import { asEvent } from "./model";

/** Address parameters that say which period is shown, not which events. */
const ofView = new Set(["day", "color", "event", "new", "sort", "page", "pageSize"]);

/**
 * Says that the shown period is empty, and offers the next event, a view without the search and filters, or a new
 * event.
 */
export function Empty({
  shown,
  days,
  addressOf,
  onCreate,
}: {
  shown: ViewShown;
  days: Days;
  addressOf: (day: string) => string;
  onCreate?: () => void;
}) {
  const [address, change] = useAddress();
  const { path, query } = shown;
  const search = address.get("search");
  const narrowing = [...address.keys()].filter((name) => !ofView.has(name));
  const filters = Object.fromEntries(Object.entries(query).filter(([name]) => !ofView.has(name)));
  const after = dayjs(days.last).add(1, "day").format("YYYY-MM-DD");
  const { data } = useApi<Row[]>(path, { ...filters, start: `${after}..`, sort: "start", page: 1, pageSize: 25 });
  const next = data?.[0] && asEvent(data[0]);
  return (
    <>
      <span>
        {search
          ? `No event here has “${search}” in its title or in the name of a person on it.`
          : narrowing.length
            ? "No event here is left by these filters."
            : "Nothing is booked here."}
      </span>
      {next && (
        <Link to={addressOf(inLondon(next.start).slice(0, 10))}>
          Next: {next.title}, {dayjs(inLondon(next.start)).format("D MMMM")}
        </Link>
      )}
      {narrowing.length > 0 && (
        <Button
          size="small"
          onClick={() => change(Object.fromEntries(narrowing.map((name) => [name, null])), { replace: true })}
        >
          Show all events
        </Button>
      )}
      {onCreate && (
        <Button size="small" onClick={onCreate}>
          New event
        </Button>
      )}
    </>
  );
}

import { useUser } from "@staffroom/api";
import { usePage, Widget, zone } from "@staffroom/ui";
import dayjs from "dayjs";
import { useAreas, useReadyAreas } from "../areas";
import { greeting } from "../greeting";
import { WaitingForMe } from "../waiting";

/** Rows of what waits: the week below is in sight on a phone. */
const waitingShown = 4;

/** What waits for the person, and their week. */
export default function ClientHome() {
  usePage("Home");
  const { firstName } = useUser();
  const areas = useAreas();
  const ready = useReadyAreas();
  const now = dayjs().tz(zone);
  const settled = areas.length > 0 && areas.every((area) => area.status !== "loading");
  return (
    <div className="sr-client-home">
      <header>
        <h1>{greeting(now.hour())}, {firstName}</h1>
        <p className="sr-muted">{now.format("dddd D MMMM")}</p>
      </header>
      <WaitingForMe areas={ready} settled={settled} most={waitingShown} />
      <Widget name="my-week" props={{}} />
    </div>
  );
}

import { usePage, Widget } from "@staffroom/ui";
import { useAllSettled, useReadyAreas } from "../areas/areas";
import { Greeting } from "../home/greeting";
import { WaitingForMe } from "../home/waiting";

/** Rows of what waits: the week below is in sight on a phone. */
const waitingShown = 4;

/** The tasks that wait for the person, and their week. */
export default function ClientHome() {
  usePage("Home");
  const ready = useReadyAreas();
  const settled = useAllSettled();
  return (
    <div className="sr-client-home">
      <Greeting />
      <WaitingForMe areas={ready} settled={settled} most={waitingShown} />
      <Widget name="my-week" props={{}} />
    </div>
  );
}

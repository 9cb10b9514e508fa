import { usePage, Widget } from "@staffroom/ui";
import { useAllSettled, useReadyAreas } from "../areas/areas";
import { Greeting } from "../home/greeting";
import { WaitingForMe } from "../home/waiting";

/** Maximum number of queue rows, so that the week below is in view on a phone. */
const waitingShown = 4;

/** The user's tasks, and their week. */
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

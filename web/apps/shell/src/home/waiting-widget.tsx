import { useAllSettled, useReadyAreas } from "../areas/areas";
import { WaitingForMe } from "./waiting";

/** The queue of work that waits for the person, on a screen of an area. */
export default function WaitingWidget() {
  return <WaitingForMe areas={useReadyAreas()} settled={useAllSettled()} most={8} />;
}

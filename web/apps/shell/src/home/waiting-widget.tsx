import { useAllSettled, useReadyAreas } from "../areas/areas";
import { WaitingForMe } from "./waiting";

/** The person's queue of tasks, on a screen of an area. */
export default function WaitingWidget() {
  return <WaitingForMe areas={useReadyAreas()} settled={useAllSettled()} most={8} />;
}

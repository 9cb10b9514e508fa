import { LoadedPiece } from "../piece";
import type { ScheduleProps } from "./schedule";

export type { ScheduleProps } from "./schedule";

const schedule = () => import("./schedule");

/** A schedule of rows in a screen of its own; its code comes when it is first drawn. */
export const SchedulePiece = (props: ScheduleProps) => <LoadedPiece load={schedule} props={props} />;

import { LoadedPiece } from "../piece";
import type { ScheduleProps } from "./schedule";

export type { ScheduleProps } from "./schedule";

const schedule = () => import("./schedule");

/** A schedule of rows on a screen of its own; its code is loaded on first use. */
export const SchedulePiece = (props: ScheduleProps) => <LoadedPiece load={schedule} props={props} />;

import { LoadedPiece } from "../piece";
import type { PlanProps } from "./schedule";

export type { PlanProps } from "./schedule";

const plan = () => import("./schedule");

/** A plan of rows in a screen of its own; its code comes when it is first drawn. */
export const PlanPiece = (props: PlanProps) => <LoadedPiece load={plan} props={props} />;

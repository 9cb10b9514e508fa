import { LoadedPiece } from "./piece";
import type { PlanProps } from "./plan";

export type { PlanProps } from "./plan";

const plan = () => import("./plan");

/** A plan of rows in a screen of its own; its code comes when it is first drawn. */
export const PlanPiece = (props: PlanProps) => <LoadedPiece load={plan} props={props} />;

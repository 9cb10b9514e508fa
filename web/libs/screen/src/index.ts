import "./style.css";

export { AreasProvider } from "./belonging";
export * from "./choices";
export { FigurePanel, type FigurePanelProps } from "./figure-panel";
export { folded } from "./folded";
export { daysFilter, useNarrowing } from "./narrowing";
export { OpenNeighbours } from "./neighbour-buttons";
export { PageLink } from "./page-link";
export { PartsPiece } from "./parts-tab";
export { PlanPiece, type PlanProps } from "./plan-piece";
export * from "./record-drawer";
export * from "./route-screen";
export {
  dayIn,
  daysOf,
  inLondon,
  today,
  useSpanned,
  type Days,
  type RowPeople,
  type Span,
  type Spanned,
} from "./spans";
export type { Lane, Slot } from "./timed";
export { viewsOf } from "./views";

import "./record/style.css";
import "./views/style.css";
import "./schedule/style.css";

export { AreasProvider } from "./belonging";
export * from "./choices";
export { DayBounds } from "./day-bounds";
export { FigurePanel, type FigurePanelProps } from "./views/figure-panel";
export { folded } from "./schedule/folded";
export { daysFilter, useNarrowing } from "./routes/narrowing";
export { OpenNeighbours } from "./record/neighbour-buttons";
export { PageLink } from "./routes/page-link";
export { PartsPiece } from "./record/parts-tab";
export { SchedulePiece, type ScheduleProps } from "./schedule/schedule-piece";
export * from "./record/record-drawer";
export * from "./routes/route-screen";
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
} from "./schedule/spans";
export type { Lane, Slot } from "./schedule/timed";
export { viewsOf } from "./views/views";

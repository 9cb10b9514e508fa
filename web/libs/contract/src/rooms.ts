import type {
  Command,
  DeclaredRoute,
  DeclaredTimeline,
  DeclaredWaiting,
  MenuEntry,
  SummaryFigure,
  Widgets,
} from "./area";
import type { Lists } from "./lists";

/** A room of an area: the screens of one noun, their menu entries and their queues. */
export type Room<Path extends string = string> = {
  routes?: readonly (DeclaredRoute & { path: Path })[];
  menu?: readonly MenuEntry<Path>[];
  waiting?: readonly DeclaredWaiting<Path>[];
  commands?: readonly Command<Path>[];
  timeline?: readonly DeclaredTimeline[];
  summary?: readonly SummaryFigure<Lists>[];
  widgets?: Widgets;
};

/** Declares a room. A menu entry or queue that names no route of the room does not compile. */
export const defineRoom = <const Path extends string>(room: Room<Path>): Room => room as Room;

/** Gathers the rooms of an area, in this order, for `defineArea`. */
export const gatherRooms = (rooms: readonly Room[]) => ({
  routes: rooms.flatMap(({ routes = [] }) => routes),
  menu: rooms.flatMap(({ menu = [] }) => menu),
  waiting: rooms.flatMap(({ waiting = [] }) => waiting),
  commands: rooms.flatMap(({ commands = [] }) => commands),
  timeline: rooms.flatMap(({ timeline = [] }) => timeline),
  summary: rooms.flatMap(({ summary = [] }) => summary),
  widgets: Object.assign({}, ...rooms.map(({ widgets }) => widgets)) as Widgets,
});

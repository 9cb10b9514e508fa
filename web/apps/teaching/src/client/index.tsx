import { defineClient, defineRecordDrawer } from "@staffroom/contract";
import { slipCells } from "../cells";
import { slipDrawer } from "../slip-drawer";
import { SlipFoot } from "../slip-moves";
import type { Slip } from "../types";

const teaches = ["tutor"];
const writes = ["tutor", "invigilator"];

/** What tutors write and mark, what students hand in and read, and what their clients and agents read of it. */
export default defineClient({
  routes: [
    {
      path: "/slips/to-write", title: "Slips to write", roles: writes,
      load: () => import("../writing/to-write"),
    },
    {
      path: "/system/slips/:type?", title: "Slips", roles: ["tutor", "student", "client", "agent", "invigilator"],
      list: {
        path: "/slips", cells: slipCells, readOnly: true, tabs: ["status"],
        emptyText: "Slips stand here once they are written, for students once they are approved.",
        recordDrawer: defineRecordDrawer<Slip>({
          ...slipDrawer,
          load: () => import("./slip"),
          footer: (slip, reload) => (slip.moves.length > 0 || slip.may.edit.length > 0) && <SlipFoot slip={slip} onDone={reload} />,
        }),
      },
    },
    { path: "/slips/:id/write", title: "Slip", roles: writes, under: "/system/slips/:type?", load: () => import("../writing/slip-dialog") },
    { path: "/slips/register/:id", title: "Register", roles: teaches, under: "/slips/to-write", load: () => import("../writing/register") },
    { path: "/homework", title: "Homework", roles: ["tutor", "student", "client"], load: () => import("../homework/homework-list").then(({ AllHomework }) => ({ default: AllHomework })) },
  ],
  menu: [
    { route: "/slips/to-write", icon: "pencil", order: 5 },
    { route: "/system/slips/:type?", icon: "clipboard-check", order: 10 },
    { route: "/homework", icon: "pencil-ruler", order: 20 },
  ],
  waiting: [
    {
      title: "Slips to write", icon: "pencil", route: "/slips/to-write", roles: writes,
      list: "/slip/unwritten", query: { status: "none,saved" }, since: "start", due: "due", shows: ["student", "course"],
    },
    {
      title: "Slips returned", icon: "undo", route: "/system/slips/:type?", open: "slip", roles: writes,
      list: "/slips", query: { status: "returned" }, since: "tutorialDate", shows: ["student", "course"],
    },
    {
      title: "Homework to mark", icon: "pencil-ruler", route: "/homework", open: "homework", roles: teaches,
      list: "/homework", query: { status: "submitted" }, since: "submitted", sort: "dueDate", shows: ["title", "student", "course"],
    },
    {
      title: "Homework to hand in", icon: "pencil-ruler", route: "/homework", open: "homework", roles: ["student"],
      list: "/homework", query: { status: "set,postponed" }, since: "dueDate", due: "dueDate", shows: ["title", "course"],
    },
  ],
});

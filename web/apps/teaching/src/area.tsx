import { defineRecordDrawer, defineArea, type Row } from "@staffroom/contract";
import { formatDateTime } from "@staffroom/ui";
import { RowMoves } from "./row-moves";
import { SlipFoot } from "./slip-moves";
import "./style.css";
import type { Slip } from "./types";

const cells = { tutorialDate: (value: unknown, row: Row) => `${formatDateTime(value)}–${formatDateTime(row.tutorialEnd).slice(-5)}` };

export default defineArea({
  name: "teaching",
  routes: [
    {
      path: "/system/slips/:type?", title: "Slips", roles: ["staff", "tutor", "student", "invigilator"],
      list: {
        path: "/slips",
        cells,
        rowActions: (row) => (row.moves as string[]).length > 0 && <RowMoves id={row.id as number} />,
        rowClassName: (row) => (row.isLate && row.status !== "approved" ? "tea-late" : ""),
        queue: { title: "student", lines: ["course", "tutor", "tutorialDate"], roles: ["staff"] },
        emptyText: "No slips here. Tutors write one after each tutorial.",
        recordDrawer: defineRecordDrawer<Slip>({
          param: "slip", thing: "/slip", called: "The slip", heading: "{title}", statusOf: ({ slipMeta }) => slipMeta.status, fields: false,
          load: () => import("./slip-view"),
          footer: (slip, reload) => slip.moves.length > 0 && <SlipFoot slip={slip} onDone={reload} />,
        }),
      },
    },
  ],
  menu: [{ route: "/system/slips/:type?", group: "Teaching", icon: "clipboard-check", order: 20 }],
  timeline: [
    {
      of: { "/students": { studentId: "{id}" }, "/tutors": { tutorId: "{id}" }, "/courses": { courseId: "{id}" } },
      kind: "Slip", icon: "clipboard-check", list: "/slips", at: "tutorialDate", shows: ["course", "student", "tutor", "status"],
      target: "/system/slips?slip={id}",
    },
  ],
  summary: [
    {
      of: { "/students": { studentId: "{id}" }, "/tutors": { tutorId: "{id}" }, "/courses": { courseId: "{id}" } },
      title: "Slips", list: "/slips", target: "{record}/slips",
    },
    {
      of: { "/tutors": { tutorId: "{id}", isLate: "true", status: "saved,returned" } },
      title: "Late slips", list: "/slips", target: "{record}/slips?isLate=true&status=saved,returned", alert: true,
    },
  ],
  waiting: [
    {
      title: "Slips to check", icon: "clipboard-check", route: "/system/slips/:type?", open: "slip", view: "queue", roles: ["academicOffice"],
      list: "/slips", query: { status: "submitted" }, since: "tutorialDate", shows: ["student", "course", "tutor"],
    },
    {
      title: "Slips to approve", icon: "clipboard-check", route: "/system/slips/:type?", open: "slip", view: "queue", roles: ["academicOffice"],
      list: "/slips", query: { status: "checked" }, since: "tutorialDate", shows: ["student", "course", "tutor"],
    },
    {
      title: "Late tutors' slips", icon: "alarm", route: "/system/slips/:type?", open: "slip", roles: ["academicOffice"],
      list: "/slips", query: { isLate: "true", status: "saved,returned" }, since: "tutorialDate", shows: ["tutor", "student", "course"],
    },
  ],
});

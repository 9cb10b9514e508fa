import { defineRoom } from "@staffroom/contract";
import { PrintButton } from "../parts/print-button";
import { CallCollections } from "./call-dialog";
import { openedCollection } from "./opened";

/** Collection reports. */
export const collections = defineRoom({
  routes: [
    {
      path: "/system/collectionreports",
      title: "Collection reports",
      list: {
        path: "/collectionreports",
        actions: <CallCollections />,
        selectionActions: (choice) => <PrintButton list="/collectionreports" choice={choice} />,
        emptyText: "No collection reports here. The academic office calls for them once a term.",
        recordDrawer: openedCollection,
      },
    },
    {
      path: "/collectionreports/:id/write",
      title: "Collection report",
      call: "/collectionreport/{id}/term",
      under: "/system/collectionreports",
      load: () => import("./write"),
    },
  ],
  menu: [{ route: "/system/collectionreports", group: "Teaching", icon: "users", order: 33 }],
  waiting: [
    {
      title: "Collections to write",
      icon: "pencil",
      route: "/system/collectionreports",
      open: "collection",
      roles: ["staff"],
      list: "/collectionreports/my",
      query: { status: "draft" },
      since: "date",
      shows: ["student", "course"],
    },
    {
      title: "Collections to approve",
      icon: "clipboard-check",
      route: "/system/collectionreports",
      open: "collection",
      roles: ["academicOffice"],
      list: "/collectionreports",
      query: { status: "submitted" },
      since: "submitted",
      shows: ["student", "course", "interviewedBy"],
    },
  ],
  commands: [
    {
      title: "Call collections",
      route: "/system/collectionreports",
      query: { call: "true" },
      call: "POST /collectionreport/call",
    },
  ],
  timeline: [
    {
      of: { "/students": { studentId: "{id}" }, "/courses": { courseId: "{id}" } },
      kind: "Collection",
      icon: "users",
      list: "/collectionreports",
      at: "date",
      shows: ["course", "student", "interviewedBy", "status"],
      target: "/system/collectionreports?collection={id}",
    },
  ],
});

import { defineRecordDrawer, defineRoom } from "@staffroom/contract";

/** Screens of files, of both applications. */
export const fileRoutes = [
  {
    path: "/files",
    title: "Files",
    load: () => import("./file-list").then(({ EveryFile }) => ({ default: EveryFile })),
  },
  { path: "/file/:fileId", title: "File", under: "/files", load: () => import("../viewer/screen") },
] as const;

/** Files of all records, how they are uploaded and viewed, and those in quarantine. */
export const files = defineRoom({
  routes: [
    ...fileRoutes,
    {
      path: "/admin/quarantine",
      title: "Quarantine",
      list: {
        path: "/quarantine",
        emptyText: "Files in which the virus scanner finds something, or which it cannot scan, will be listed here.",
        recordDrawer: defineRecordDrawer({ param: "id", heading: "{file}", called: "The file" }),
      },
    },
  ],
  menu: [
    { route: "/files", group: "Library", icon: "folder", order: 10 },
    { route: "/admin/quarantine", group: "Setup", icon: "alert", order: 221 },
  ],
  widgets: {
    uploader: () => import("../uploads/uploader"),
    files: () => import("./file-list"),
    viewer: () => import("../viewer/dialog"),
    pdf: () => import("../viewer/pdf"),
    avatar: () => import("../parts/user-avatar"),
  },
});

import { defineArea, defineClient, defineRecordDrawer } from "@staffroom/contract";

const everyFile = {
  path: "/files",
  title: "Files",
  load: () => import("./file-list").then(({ EveryFile }) => ({ default: EveryFile })),
} as const;
const library = {
  path: "/library/:folderId?",
  title: "Documents",
  call: "/library",
  load: () => import("./library/library"),
} as const;
const toSign = {
  path: "/library/sign",
  title: "To read and sign",
  call: "/library/sign",
  load: () => import("./library/signing/sign"),
} as const;
const oneFile = {
  path: "/file/:fileId",
  title: "File",
  under: "/files",
  load: () => import("./viewer/screen"),
} as const;
const savedBoards = {
  path: "/whiteboards/saved",
  title: "Saved whiteboards",
  call: "/boards",
  load: () => import("./boards/saved"),
} as const;
const board = {
  path: "/whiteboard/:mode",
  title: "Whiteboard",
  call: "/boards",
  under: "/whiteboards/saved",
  load: () => import("./boards/board"),
} as const;

export default defineArea({
  name: "files",
  client: defineClient({
    routes: [library, toSign, everyFile, oneFile, savedBoards, board],
    menu: [
      { route: "/library/:folderId?", icon: "book", order: 55 },
      { route: "/library/sign", icon: "clipboard-check", order: 57 },
      { route: "/files", icon: "folder", order: 60 },
      { route: "/whiteboards/saved", icon: "presentation", order: 65 },
    ],
  }),
  routes: [
    library,
    toSign,
    everyFile,
    oneFile,
    savedBoards,
    board,
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
    { route: "/library/:folderId?", group: "Library", icon: "book", order: 5 },
    { route: "/library/sign", group: "Library", icon: "clipboard-check", order: 7 },
    { route: "/files", group: "Library", icon: "folder", order: 10 },
    { route: "/whiteboards/saved", group: "Library", icon: "presentation", order: 50 },
    { route: "/admin/quarantine", group: "Setup", icon: "alert", order: 221 },
  ],
  widgets: {
    uploader: () => import("./uploads/uploader"),
    library: () => import("./library/choose"),
    files: () => import("./file-list"),
    viewer: () => import("./viewer/dialog"),
    pdf: () => import("./viewer/pdf"),
    avatar: () => import("./parts/user-avatar"),
    "board-link": () => import("./boards/board-link"),
  },
  summary: [
    {
      of: { "/courses": { courseId: "{id}" } },
      title: "Whiteboards",
      list: "/boards",
      target: "/whiteboards/saved?courseId={id}",
    },
  ],
});

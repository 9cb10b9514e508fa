import { defineArea } from "@staffroom/contract";

export default defineArea({
  name: "files",
  routes: [
    { path: "/files", title: "Files", load: () => import("./file-list").then(({ EveryFile }) => ({ default: EveryFile })) },
    { path: "/file/:fileId", title: "File", under: "/files", load: () => import("./screens/file") },
  ],
  menu: [{ route: "/files", group: "Library", icon: "folder", order: 10 }],
  widgets: {
    uploader: () => import("./uploader"),
    files: () => import("./file-list"),
    viewer: () => import("./viewer-dialog"),
    avatar: () => import("./user-avatar"),
  },
});

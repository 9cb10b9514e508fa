import { defineArea } from "@staffroom/contract";

export default defineArea({
  name: "files",
  routes: [{ path: "/file/:fileId", title: "File", load: () => import("./screens/file") }],
  menu: [],
  widgets: { uploader: () => import("./uploader") },
});

import { defineRoom } from "@staffroom/contract";

/** Screens of the library, of both applications. */
export const libraryRoutes = [
  { path: "/library/:folderId?", title: "Documents", call: "/library", load: () => import("./library") },
  { path: "/library/sign", title: "To read and sign", call: "/library/sign", load: () => import("./signing/sign") },
] as const;

/** Documents in their folders, and those to read and sign. */
export const library = defineRoom({
  routes: libraryRoutes,
  menu: [
    { route: "/library/:folderId?", group: "Library", icon: "book", order: 5 },
    { route: "/library/sign", group: "Library", icon: "clipboard-check", order: 7 },
  ],
  widgets: { library: () => import("./choose") },
});

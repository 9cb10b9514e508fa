import { defineClient } from "@staffroom/contract";
import { boardRoutes } from "./boards/room";
import { libraryRoutes } from "./library/room";
import { fileRoutes } from "./list/room";

/** The files area in the client application. */
export default defineClient({
  routes: [...libraryRoutes, ...fileRoutes, ...boardRoutes],
  menu: [
    { route: "/library/:folderId?", icon: "book", order: 55 },
    { route: "/library/sign", icon: "clipboard-check", order: 57 },
    { route: "/files", icon: "folder", order: 60 },
    { route: "/whiteboards/saved", icon: "presentation", order: 65 },
  ],
});

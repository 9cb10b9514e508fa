import { defineRoom } from "@staffroom/contract";

/** Screens of whiteboards, of both applications. */
export const boardRoutes = [
  { path: "/whiteboards/saved", title: "Saved whiteboards", call: "/boards", load: () => import("./saved") },
  {
    path: "/whiteboard/:mode",
    title: "Whiteboard",
    call: "/boards",
    under: "/whiteboards/saved",
    load: () => import("./board"),
  },
] as const;

/** Whiteboards, alone or in a lesson. */
export const boards = defineRoom({
  routes: boardRoutes,
  menu: [{ route: "/whiteboards/saved", group: "Library", icon: "presentation", order: 50 }],
  summary: [
    {
      of: { "/courses": { courseId: "{id}" } },
      title: "Whiteboards",
      list: "/boards",
      target: "/whiteboards/saved?courseId={id}",
    },
  ],
  widgets: { "board-link": () => import("./board-link") },
});

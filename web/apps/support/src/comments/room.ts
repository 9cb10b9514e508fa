import { defineRoom } from "@staffroom/contract";
import { ofPersons } from "../persons";

/** Comments on records. */
export const comments = defineRoom({
  timeline: [
    {
      of: {
        ...ofPersons((kind) => ({ entityType: kind, entityTypeId: "{id}" })),
        "/courses": { entityType: "course", entityTypeId: "{id}" },
      },
      kind: "Comment",
      icon: "message",
      list: "/comments",
      filtersInHeaders: true,
      at: "createdDate",
      shows: ["comment", "author"],
      target: "{record}/comments",
    },
  ],
  widgets: { comments: () => import(".") },
});

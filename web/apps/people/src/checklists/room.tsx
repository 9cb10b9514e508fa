import { defineRoom, listAt } from "@staffroom/contract";

/** Checklists with their steps, and the templates that start them. */
export const checklistRoom = defineRoom({
  routes: [
    listAt("/checklists", {
      title: "Checklists",
      emptyText: "A checklist is started from its record, or by an event that its template names.",
    }),
    listAt("/checklists/mine", { title: "My checklist steps", under: "/checklists" }),
    {
      path: "/checklists/:id/:tab?",
      title: "Checklist",
      profile: {
        thing: "/checklists",
        heading: "{title}: {name}",
        badges: ["status"],
        facts: ["doneCount", "total", "nextDue"],
        tabs: [{ name: "steps", title: "Steps", group: "Overview", load: () => import("./of-checklist") }],
      },
    },
    listAt("/templates/checklist", { title: "Checklist templates" }),
    {
      path: "/templates/checklist/:id/:tab?",
      title: "Checklist template",
      profile: {
        thing: "/templates/checklist",
        heading: "{title}",
        badges: ["about"],
        facts: ["starts", { title: "Checklists", draw: ({ used }) => String(used) }],
        tabs: [
          {
            name: "steps",
            title: "Steps",
            parts: "/templates/checklist/steps",
            rows: "steps",
            to: "/templates/checklist/{id}/step",
            noun: "step",
            ordered: true,
            columns: ["title", "owner", "dueDays", "dueFrom", "needs", "field", "formId", "waitsFor"],
            empty: {
              icon: "list-checks",
              title: "No steps yet",
              text: "A checklist starts once its template has steps.",
            },
          },
        ],
      },
    },
  ],
  menu: [
    { route: "/checklists", group: "Library", icon: "list-checks", order: 40 },
    { route: "/templates/checklist", group: "Setup", icon: "list-checks", order: 130 },
  ],
  waiting: [
    {
      title: "Steps of checklists",
      icon: "list-checks",
      route: "/checklists/mine",
      target: "/checklists/{checklistId}/steps",
      roles: ["staff"],
      list: "/checklists/mine",
      query: { blocked: "false" },
      since: "due",
      due: "due",
      shows: ["title", "name"],
    },
  ],
});

import { defineRoom } from "@staffroom/contract";
import { fillingRoutes } from "./filling/routes";
import { formsToFill } from "./waiting";

const building = () => import("./builder/screens");

const reviewers = [
  "academicOffice",
  "affiliateCompliance",
  "examsOffice",
  "accounting",
  "tutorSupport",
  "techSupport",
  "website",
];

/** Forms: those to fill in, each form's builder, entries, requests and links, and all entries. */
export const forms = defineRoom({
  routes: [
    ...fillingRoutes,
    {
      path: "/form/entries",
      title: "Form entries",
      call: "/form/entries",
      load: () => import("./entries/entries").then(({ AllEntries }) => ({ default: AllEntries })),
    },

    {
      path: "/admin/forms",
      title: "Form builder",
      call: "/forms",
      load: () => building().then(({ FormsList }) => ({ default: FormsList })),
    },
    {
      path: "/admin/forms/:formId/:tab?",
      title: "Form builder",
      under: "/admin/forms",
      call: "/form/{id}",
      load: () => building().then(({ FormScreen }) => ({ default: FormScreen })),
    },
  ],
  menu: [
    { route: "/forms/:staff?", group: "Library", icon: "clipboard", order: 20 },
    { route: "/admin/forms", group: "Library", icon: "pencil-ruler", order: 25 },
    { route: "/form/entries", group: "Library", icon: "clipboard-check", order: 27 },
  ],
  waiting: [
    formsToFill,
    {
      title: "Form entries to review",
      icon: "clipboard-check",
      route: "/form/entries",
      target: "/form/entry/{id}/staff",
      roles: reviewers,
      list: "/form/entries",
      query: { status: "received,inReview" },
      since: "submitted",
      sort: "submitted",
      shows: ["form", "aboutName", "filledName"],
    },
  ],
  commands: [{ title: "New form", route: "/admin/forms", call: "POST /forms" }],
});

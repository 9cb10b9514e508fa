const screens = () => import("./filling/screens");
const mine = () => import("./filling/mine");
const begin = () => screens().then(({ BeginForm }) => ({ default: BeginForm }));
const entry = () => screens().then(({ EntryScreen }) => ({ default: EntryScreen }));
const under = "/forms/:staff?";

const allEntries = () => import("./entries/entries").then(({ AllEntries }) => ({ default: AllEntries }));
const building = () => import("./builder/screens");

/** The screens of the office: the list of forms, and a form with its builder, entries, requests and links. */
export const buildingRoutes = [
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
] as const;

/** The entries of all forms, for their reviewers. */
export const entryRoutes = [
  { path: "/form/entries", title: "Form entries", call: "/form/entries", load: allEntries },
] as const;

/** The screens on which forms are filled in, of both applications. */
export const fillingRoutes = [
  { path: "/forms/:staff?", title: "Forms", load: () => mine().then(({ MyForms }) => ({ default: MyForms })) },
  { path: "/formsv2", title: "Forms", under, load: () => mine().then(({ MyFormsV2 }) => ({ default: MyFormsV2 })) },
  { path: "/form/:formId/:staff?", title: "Form", under, load: begin },
  { path: "/form/entry/:entryId/:staff?", title: "Form", under, load: entry },
  { path: "/formv2/:formId", title: "Form", under, load: begin },
  { path: "/formv2/entry/:entryId", title: "Form", under, load: entry },
] as const;

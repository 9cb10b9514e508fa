const screens = () => import("./screens");
const mine = () => import("./mine");
const begin = () => screens().then(({ BeginForm }) => ({ default: BeginForm }));
const entry = () => screens().then(({ EntryScreen }) => ({ default: EntryScreen }));
const under = "/forms/:staff?";

/** The screens for filling in forms, of both applications. */
export const fillingRoutes = [
  { path: "/forms/:staff?", title: "Forms", load: () => mine().then(({ MyForms }) => ({ default: MyForms })) },
  { path: "/formsv2", title: "Forms", under, load: () => mine().then(({ MyFormsV2 }) => ({ default: MyFormsV2 })) },
  { path: "/form/:formId/:staff?", title: "Form", under, load: begin },
  { path: "/form/entry/:entryId/:staff?", title: "Form", under, load: entry },
  { path: "/formv2/:formId", title: "Form", under, load: begin },
  { path: "/formv2/entry/:entryId", title: "Form", under, load: entry },
] as const;

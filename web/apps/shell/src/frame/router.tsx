import { appName } from "@staffroom/api";
import type { AreaRoute } from "@staffroom/contract";
import { MoveResultDialog } from "@staffroom/list";
import { BugReportDialog, ErrorState } from "@staffroom/ui";
import { createHashRouter, useRouteError, type RouteObject } from "react-router";
import { readyAreas } from "../areas/areas";
import { Frame, FrameSkeleton } from "./frame";
import { reloadBy, type RouteHandle } from "./reload";
import { Screen } from "./screen";
import { Unmatched } from "./unmatched";

function toRoute(route: AreaRoute): RouteObject {
  return {
    path: route.path,
    handle: { route } satisfies RouteHandle,
    element: <Screen key={route.path} route={route} />,
  };
}

function RootError() {
  return (
    <>
      <ErrorState error={useRouteError()} title="This screen stopped" onRetry={() => window.location.reload()} />
      <BugReportDialog />
    </>
  );
}

const isClient = appName === "client";
const home: AreaRoute["load"] = () => (isClient ? import("../client/home") : import("../home/home"));
/** Screens that only the back office has. */
const ofStaff: AreaRoute[] = [
  { path: "/setup", title: "Setup", load: () => import("../home/setup") },
  { path: "/dragtest", title: "Drag test", public: true, load: () => import("./drag-test") },
];

const own: AreaRoute[] = [
  { path: "/", title: "Home", public: true, load: home },
  { path: "/login", title: "Sign in", public: true, load: home },
  {
    path: "/password/change",
    title: "Change password",
    public: true,
    load: () => import("../sign-in/password-change"),
  },
  { path: "/invoice/:uuid", title: "Invoice", public: true, load: () => import("./pay") },
  { path: "/inbox", title: "Inbox", load: () => import("../home/inbox") },
  { path: "/settings", title: "My settings", load: () => import("../settings/settings") },
  { path: "/security", title: "Sign-in and security", load: () => import("../security/security") },
  ...(isClient ? [] : ofStaff),
];

const taken = new Set(own.map((route) => route.path));

/** Adds the routes of newly loaded areas; the first to claim a path has it. */
function patchAreas(patch: (parent: string, routes: RouteObject[]) => void): void {
  for (const area of readyAreas()) {
    const added = area.routes.filter((route) => !taken.has(route.path));
    for (const route of added) taken.add(route.path);
    if (added.length) patch("root", added.map(toRoute));
  }
}

export const router = createHashRouter(
  [
    {
      id: "root",
      element: (
        <>
          <Frame />
          <MoveResultDialog />
          <BugReportDialog />
        </>
      ),
      hydrateFallbackElement: <FrameSkeleton />,
      errorElement: <RootError />,
      children: [
        ...own.map(toRoute),
        { path: "*", element: <Unmatched />, handle: { route: null } satisfies RouteHandle },
      ],
    },
  ],
  {
    // Navigation does not wait: the screen for unknown addresses is a placeholder for areas that are loading.
    patchRoutesOnNavigation: ({ patch }) => patchAreas(patch),
  },
);

reloadBy(async () => {
  patchAreas((parent, routes) => router.patchRoutes(parent, routes));
  const { pathname, search } = router.state.location;
  await router.navigate(pathname + search, { replace: true });
});

import type { AreaRoute } from "@staffroom/contract";
import { BugReportDialog, ErrorState } from "@staffroom/ui";
import { createHashRouter, useRouteError, type RouteObject } from "react-router";
import { readyAreas } from "./areas";
import { Frame, FrameSkeleton } from "./frame";
import { Screen } from "./screen";
import { Unmatched } from "./unmatched";

/** What the frame knows of the screen it shows; `null` stands for an address nobody owns. */
export type RouteHandle = { route: Pick<AreaRoute, "title" | "roles" | "public"> | null };

function toRoute(route: AreaRoute): RouteObject {
  return { path: route.path, handle: { route } satisfies RouteHandle, element: <Screen key={route.path} route={route} /> };
}

function RootError() {
  return <><ErrorState error={useRouteError()} title="This screen stopped" onRetry={() => window.location.reload()} /><BugReportDialog /></>;
}

const own: AreaRoute[] = [
  { path: "/", title: "Home", public: true, load: () => import("./home") },
  { path: "/login", title: "Sign in", public: true, load: () => import("./home") },
  { path: "/password/change", title: "Change password", public: true, load: () => import("./password-change") },
  { path: "/invoice/:uuid", title: "Invoice", public: true, load: () => import("./pay") },
  { path: "/dragtest", title: "Drag test", public: true, load: () => import("./drag-test") },
];

const taken = new Set(own.map((route) => route.path));

/** Adds the routes of areas that have come since; the first to claim a path has it. */
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
      element: <><Frame /><BugReportDialog /></>,
      hydrateFallbackElement: <FrameSkeleton />,
      errorElement: <RootError />,
      children: [...own.map(toRoute), { path: "*", element: <Unmatched />, handle: { route: null } satisfies RouteHandle }],
    },
  ],
  {
    // Nothing is waited for: the screen of unknown addresses holds the place of an area that is on its way.
    patchRoutesOnNavigation: ({ patch }) => patchAreas(patch),
  },
);

/** After an area has come: its routes join, and the address is looked up anew. */
export async function patchAndReload(): Promise<void> {
  patchAreas((parent, routes) => router.patchRoutes(parent, routes));
  const { pathname, search } = router.state.location;
  await router.navigate(pathname + search, { replace: true });
}

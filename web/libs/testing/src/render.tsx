import { queryClient, signedIn, signedOut } from "@staffroom/api";
import type { Area, SignIn } from "@staffroom/contract";
import { AreasProvider, RouteScreen } from "@staffroom/screen";
import { currentToasts, dismissToast, UiProvider, WidgetProvider, type WidgetSource } from "@staffroom/ui";
import { cleanup, render, type RenderResult } from "@testing-library/react";
import type { ReactElement } from "react";
import { createMemoryRouter, matchPath, RouterProvider } from "react-router";
import { vi } from "vitest";
import { createFake } from "./fake.mjs";

type Answer = { status: number; body?: unknown; headers?: Record<string, string> };
type Call = {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
  headers: Record<string, string>;
};

export type FakeServer = {
  /** Every call that was made, in order. */
  calls: Call[];
  /** Sets the response of a call; the last one applies. */
  on: (method: string, path: string, answer: (call: Call) => Answer | Promise<Answer>) => void;
};

/** Replaces `fetch`: the fake API answers all calls that the test does not handle. */
export function fakeServer(size = 200): FakeServer {
  const fake = createFake(size);
  const own: { method: string; path: string; answer: (call: Call) => Answer | Promise<Answer> }[] = [];
  const calls: Call[] = [];
  vi.stubGlobal("fetch", async (address: string, options: RequestInit = {}) => {
    const url = new URL(address, "http://localhost");
    const headers = Object.fromEntries(
      Object.entries((options.headers ?? {}) as Record<string, string>).map(([name, value]) => [
        name.toLowerCase(),
        value,
      ]),
    );
    const call: Call = {
      method: options.method ?? "GET",
      path: url.pathname.replace(/^\/api\/v1/, ""),
      query: Object.fromEntries(url.searchParams),
      body: typeof options.body === "string" ? JSON.parse(options.body) : options.body,
      headers,
    };
    calls.push(call);
    const mine = own.findLast((one) => one.method === call.method && one.path === call.path);
    const answer = mine ? await mine.answer(call) : (fake.answer(call) as Answer);
    const { status, body, headers: answered } = answer;
    return new Response(status === 204 ? null : typeof body === "string" ? body : JSON.stringify(body ?? null), {
      status,
      headers: answered,
    });
  });
  return { calls, on: (method, path, answer) => own.push({ method, path, answer }) };
}

/** Signs in a demo account of the fake API. */
export function signInAs(name: "sysadmin" | "staff" = "sysadmin"): void {
  const answer = createFake(1).answer({
    method: "POST",
    path: "/auth/login",
    query: {},
    body: { username: name, password: "staffroom" },
    headers: {},
  });
  signedIn((answer.body as { data: SignIn }).data);
}

/** Unmounts the page, then forgets session, caches, toasts and address. */
export function forgetEverything(): void {
  cleanup();
  queryClient.clear();
  signedOut();
  localStorage.clear();
  for (const { id } of currentToasts()) dismissToast(id);
  window.location.hash = "";
}

/** Renders a screen as the shell does: theme, cache, router at `address`. */
export function renderScreen(
  screen: ReactElement,
  { path = "*", address = "/" } = {},
): RenderResult & { router: ReturnType<typeof createMemoryRouter> } {
  const router = createMemoryRouter(
    [
      { path, element: screen },
      { path: "*", element: <output>elsewhere</output> },
    ],
    { initialEntries: [address] },
  );
  const result = render(
    <UiProvider>
      <RouterProvider router={router} />
    </UiProvider>,
  );
  return Object.assign(result, { router });
}

/** Renders the list or record's page that an area declares at an address, with widgets of other areas. */
export function renderRoute(
  area: Area,
  address: string,
  widgets: WidgetSource = () => null,
): ReturnType<typeof renderScreen> {
  const route = area.routes.find(({ path }) => matchPath(path, address.split("?")[0] ?? ""));
  if (!route || route.load) throw new Error(`${area.name} declares nothing at ${address}`);
  return renderScreen(
    <AreasProvider value={[area]}>
      <WidgetProvider value={widgets}>
        <RouteScreen route={route} />
      </WidgetProvider>
    </AreasProvider>,
    { path: route.path, address },
  );
}

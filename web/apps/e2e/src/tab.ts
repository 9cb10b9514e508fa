import type { Browser, Page, PlaywrightTestOptions } from "@playwright/test";

/** A document of the same origin, without the system that would write to what is emptied. */
const still = "/favicon.svg";
/** Events that tests listen to. */
const events = ["console", "dialog", "pageerror", "request", "response"];

type Options = Pick<PlaywrightTestOptions, "viewport" | "hasTouch" | "contextOptions">;

let tab: { page: Page; kind: string } | undefined;
const restoring: (() => Promise<unknown>)[] = [];

/** Takes back what this test changes of the tab, before the next one. */
export function restoreAfter(takeBack: () => Promise<unknown>): void {
  restoring.push(takeBack);
}

/** Leads to a document in which nothing runs, from which the system opens again. */
export async function leave(page: Page): Promise<void> {
  if (new URL(page.url()).pathname !== still) await page.goto(still);
}

/** Leaves what is shown, and forgets who was signed in and what pages have kept. */
export async function empty(page: Page): Promise<void> {
  await leave(page);
  await page.context().clearCookies();
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
    for (const name of await caches.keys()) await caches.delete(name);
  });
}

/**
 * The tab of a worker, through which its tests go. It keeps the files and the code that pages have loaded: Playwright's
 * own (`reuseContext`) forgets the files before each test. A test that goes offline or grants permissions takes this back itself.
 */
export async function emptyTab(browser: Browser, { viewport, ...others }: Options): Promise<Page> {
  const kind = JSON.stringify(others);
  if (tab?.kind !== kind || tab.page.isClosed()) {
    await tab?.page.context().close();
    restoring.length = 0;
    tab = { page: await (await browser.newContext()).newPage(), kind };
    return tab.page;
  }
  const { page } = tab;
  for (const event of events) page.removeAllListeners(event);
  for (const takeBack of restoring.splice(0)) await takeBack();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  for (const other of page.context().pages()) if (other !== page) await other.close();
  await empty(page);
  if (viewport) await page.setViewportSize(viewport);
  return page;
}

import type { Browser, Page, PlaywrightTestOptions } from "@playwright/test";

/**
 * A document of the same origin in which the system does not run, since it would write to the storage being emptied.
 */
const still = "/favicon.svg";
/** Events to which tests listen. */
const events = ["console", "dialog", "pageerror", "request", "response"];

type Options = Pick<PlaywrightTestOptions, "viewport" | "hasTouch" | "contextOptions">;

let tab: { page: Page; kind: string } | undefined;
const restoring: (() => Promise<unknown>)[] = [];

/** Reverts the changes of this test to the tab, before the next one. */
export function restoreAfter(takeBack: () => Promise<unknown>): void {
  restoring.push(takeBack);
}

/** Goes to a document in which nothing runs, from which the system is opened again. */
export async function leave(page: Page): Promise<void> {
  if (new URL(page.url()).pathname !== still) await page.goto(still);
}

/** Leaves the page, and deletes the session and everything that pages have stored. */
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
 * The browser tab of a worker, used by all of its tests. It keeps the files and the code that pages have loaded:
 * Playwright's own `reuseContext` drops the files before each test. A test that goes offline or grants permissions must
 * revert this itself.
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

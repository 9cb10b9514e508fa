import { chromium } from "@playwright/test";
import { chromiumPath } from "./chromium.mjs";

/** The heaviest screens of each remote. */
const screens = [
  "/users",
  "/students/list",
  "/students/1",
  "/courses/1",
  "/system/slips",
  "/accounts/invoices",
  "/accounts/invoices?invoice=1",
  "/accounts/invoicestatistics",
  "/admin/errors",
  "/file/1",
];
const files = /\/remotes\/([a-z]+)\/.+\.(?:js|css)$/;

/**
 * Returns the bytes that opening one screen loads from each remote into an empty cache, as transferred: by remote, its
 * heaviest screen. `base` is a running system with the demo accounts.
 */
export async function screenLoads(base) {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox"] });
  const heaviest = new Map();
  try {
    let storageState = await signedIn(await browser.newContext(), base);
    for (const path of screens) {
      // A separate context has its own cache; the session's cookie changes with every use and is passed on.
      const context = await browser.newContext({ storageState });
      const page = await context.newPage();
      const asked = [];
      page.on("requestfinished", (request) => {
        const remote = files.exec(new URL(request.url()).pathname)?.[1];
        if (remote) asked.push(request.sizes().then(({ responseBodySize }) => ({ remote, size: responseBodySize })));
      });
      await page.goto(`${base}/#${path}`);
      // Live updates hold one connection open, so the network never idles: wait for a period without a new file.
      for (let before = -1; before !== asked.length;) {
        before = asked.length;
        await page.waitForTimeout(2500);
      }
      const loaded = new Map();
      for (const { remote, size } of await Promise.all(asked)) loaded.set(remote, (loaded.get(remote) ?? 0) + size);
      for (const [remote, size] of loaded)
        if (size > (heaviest.get(remote)?.size ?? 0)) heaviest.set(remote, { path, size });
      storageState = await context.storageState();
      await context.close();
    }
    return heaviest;
  } finally {
    await browser.close();
  }
}

/** Returns the state of a browser context in which a demo account has signed in. */
export async function signedIn(context, base, account = "sysadmin", links = 6) {
  const page = await context.newPage();
  await page.goto(`${base}/`);
  await page.getByLabel("User name").fill(account);
  await page.getByLabel("Password", { exact: true }).fill("staffroom");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page
    .getByRole("navigation")
    .first()
    .getByRole("link")
    .nth(links - 1)
    .waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}

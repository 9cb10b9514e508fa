// `node tools/queue-shown.mjs`: measures the time from the key J to the frame that shows the next slip of the review
// queue, for 50 slips, in a running system with the demo data (BASE_URL, else http://localhost:8080). Exits with 1
// if one in ten takes longer.
import { chromium } from "@playwright/test";
import { chromiumPath } from "./chromium.mjs";
import { signedIn } from "./screen-loads.mjs";

const wantedMs = 100;
const times = 50;
/** Milliseconds that a reviewer looks at each, far fewer than any person needs. */
const reading = 400;
const base = process.env.BASE_URL ?? "http://localhost:8080";
const current = ".sr-queue-rows [aria-current]";
const report = ".sr-queue-body .tea-view";

/** In the page: presses J; returns the milliseconds until the frame that shows the next slip's report. */
function next({ current, report }) {
  return new Promise((done, fail) => {
    const before = document.querySelector(current);
    setTimeout(() => fail(new Error(`J led nowhere from ${before?.textContent}`)), 10_000);
    const begun = performance.now();
    const watch = new MutationObserver(() => {
      if (document.querySelector(current) === before || !document.querySelector(report)) return;
      watch.disconnect();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener("message", () => done(performance.now() - begun));
        port1.start();
        port2.postMessage(null);
      });
    });
    watch.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ["aria-current"],
    });
    window.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true }));
  });
}

const browser = await chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox"] });
try {
  const context = await browser.newContext({
    storageState: await signedIn(await browser.newContext(), base),
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  await page.goto(`${base}/#/system/slips?status=submitted&view=queue&sort=-tutorialDate`);
  await page.locator(report).waitFor();
  const took = [];
  for (let time = 0; time < times - 1; time += 1) {
    await page.waitForTimeout(reading);
    took.push(await page.evaluate(next, { current, report }));
  }
  const ordered = took.toSorted((one, other) => one - other);
  const [half, most] = [0.5, 0.9].map((share) => Math.round(ordered[Math.floor(ordered.length * share)]));
  const missed = most > wantedMs;
  console.log(
    `${"the next slip of 50".padEnd(24)} p50 ${half} ms, p90 ${most} ms (target ${wantedMs} ms)${missed ? "   MISSED" : ""}`,
  );
  if (missed) process.exitCode = 1;
} finally {
  await browser.close();
}

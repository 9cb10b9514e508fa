// `node tools/views-shown.mjs`: measures the time from the response to the drawing of a board of 2,000 cards and of a
// calendar of 500 events as an agenda and as a month, in a running system with the demo data (BASE_URL, else
// http://localhost:8080). The rows are repeated from one page of the system's own, so no load is needed. Exits with
// 1 if a view exceeds its limit.
import { chromium } from "@playwright/test";
import { chromiumPath } from "./chromium.mjs";
import { signedIn } from "./screen-loads.mjs";

const wantedMs = 300;
const times = 5;
const away = "/password/change";
const base = process.env.BASE_URL ?? "http://localhost:8080";
const month = new Date().toISOString().slice(0, 8);
/** 500 events in the first 28 days of the month. */
const monthOf = (rows) =>
  repeated(rows, 500, (place) => {
    const day = `${month}${String((place % 28) + 1).padStart(2, "0")}`;
    return { tutorialDate: `${day}T09:00:00Z`, tutorialEnd: `${day}T10:00:00Z` };
  });
const repeated = (rows, count, change) =>
  Array.from({ length: count }, (_, place) => ({
    ...rows[place % rows.length],
    id: 1_000_000 + place,
    ...change(place),
  }));

const views = [
  {
    // Four lanes of 500.
    what: "a board of 2,000 cards",
    path: "/accounts/bills?view=board",
    call: "/api/v1/bills",
    drawn: ".sr-board-card",
    count: 2000,
    rows: (rows, query) =>
      repeated(rows, 500, (place) => ({
        id: Number(`${query.get("status").length}${place + 10_000}`),
        status: query.get("status"),
        supplier: `Supplier ${place}`,
        moves: ["approve", "pay"],
      })),
  },
  {
    what: "an agenda of 500 events",
    path: "/system/slips?view=calendar&span=agenda",
    call: "/api/v1/slips/default",
    drawn: ".sr-scheduled",
    count: 500,
    rows: monthOf,
  },
  {
    // A day counts what does not fit: it is complete when each day has its count.
    what: "a month of 500 events",
    path: "/system/slips?view=calendar&span=month",
    call: "/api/v1/slips/default",
    drawn: ".sr-month-more",
    count: 28,
    rows: monthOf,
  },
];
const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];

/**
 * In the page: opens an address; returns the milliseconds from the last byte of the last response to the frame that
 * shows everything.
 */
function shown({ path, call, drawn, count }) {
  return new Promise((done, fail) => {
    setTimeout(() => fail(new Error(`${path} drew ${document.querySelectorAll(drawn).length} of ${count}`)), 30_000);
    performance.clearResourceTimings();
    const watch = new MutationObserver(() => {
      if (document.querySelectorAll(drawn).length < count) return;
      watch.disconnect();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener("message", () => {
          const now = performance.now();
          done(
            now -
              performance.getEntriesByType("resource").findLast(({ name }) => new URL(name).pathname.startsWith(call))
                .responseEnd,
          );
        });
        port1.start();
        port2.postMessage(null);
      });
    });
    watch.observe(document.body, { subtree: true, childList: true });
    location.hash = path;
  });
}

const browser = await chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox"] });
try {
  const context = await browser.newContext({
    storageState: await signedIn(await browser.newContext(), base),
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  for (const { call, rows } of views) {
    await page.route(
      (url) => url.pathname === call || (call.startsWith("/api/v1/slips") && url.pathname === "/api/v1/slips"),
      async (route) => {
        const answer = await route.fetch();
        const body = await answer.json();
        const answered = rows(
          body.data.length ? body.data : [{ moves: [], may: {} }],
          new URL(route.request().url()).searchParams,
        );
        await route.fulfill({ response: answer, json: { ...body, data: answered, total: answered.length } });
      },
    );
  }
  await page.goto(`${base}/#${away}`);
  for (const view of views) {
    const took = [];
    for (let time = 0; time <= times; time += 1) {
      await page.evaluate((hash) => (location.hash = hash), away);
      await page.locator(".sr-list").waitFor({ state: "detached" });
      // A response is fresh for a while: another search makes another call.
      took.push(
        await page.evaluate(shown, {
          path: `${view.path}&search=${"abc".repeat(time + 1)}`,
          call: view.call.replace(/\/default$/, ""),
          drawn: view.drawn,
          count: view.count,
        }),
      );
    }
    // The first time, the view's files are loaded too.
    const typical = median(took.slice(1));
    const missed = typical > wantedMs;
    console.log(
      `${view.what.padEnd(24)} ${Math.round(typical)} ms (target ${wantedMs} ms)${missed ? "   MISSED" : ""}`,
    );
    if (missed) process.exitCode = 1;
  }
} finally {
  await browser.close();
}

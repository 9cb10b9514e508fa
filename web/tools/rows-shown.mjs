// `node tools/rows-shown.mjs`: measures the time from the response to 1,000 visible rows, in a running system with
// `make load` (BASE_URL, else http://localhost:8080). Exits with 1 if a list exceeds its limit.
import { chromium } from "@playwright/test";
import { chromiumPath } from "./chromium.mjs";
import { signedIn } from "./screen-loads.mjs";

const wantedMs = 400;
const rows = 1000;
/** Each shows two pages, and a page beyond 10,000 rows uses a cursor. */
const times = 5;
/** A screen without its own list. */
const away = "/password/change";
const lists = [
  { what: "invoices", path: "/accounts/invoices?orgId=1", call: "/api/v1/invoices" },
  { what: "students", path: "/students/list?", call: "/api/v1/students" },
];
const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
const addressOf = (path, page) =>
  `${path}${path.endsWith("?") ? "" : "&"}pageSize=${rows}${page > 1 ? `&page=${page}` : ""}`;

/**
 * In the page: opens an address; returns the milliseconds from the last byte of the rows' response to the frame that
 * shows them.
 */
function shown({ address, call }) {
  return new Promise((done, fail) => {
    setTimeout(() => fail(new Error(`${address} did not show its rows`)), 30_000);
    performance.clearResourceTimings();
    const watch = new MutationObserver(() => {
      const list = document.querySelector(".sr-list [data-view]");
      if (
        list?.dataset.view !== address.split("?")[1] ||
        list.getAttribute("aria-busy") !== "false" ||
        !list.querySelector(".ant-table-row")
      )
        return;
      watch.disconnect();
      // A message sent from a frame's callback is handled once that frame is painted.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener("message", () => {
          const now = performance.now();
          const answer = performance
            .getEntriesByType("resource")
            .findLast(({ name }) => new URL(name).pathname === call);
          done(now - answer.responseEnd);
        });
        port1.start();
        port2.postMessage(null);
      });
    });
    watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    location.hash = address;
  });
}

async function measure(page, { path, call }) {
  const durations = { opened: [], paged: [] };
  const look = async (place) => {
    const took = await page.evaluate(shown, { address: addressOf(path, place), call });
    const range = await page.getByTestId("range").textContent();
    const expected = `${((place - 1) * rows + 1).toLocaleString("en-GB")}-${(place * rows).toLocaleString("en-GB")} of `;
    if (!range?.startsWith(expected)) throw new Error(`${path} shows ${range}: run \`make load\` first`);
    return took;
  };
  const go = (address) => page.evaluate((hash) => (location.hash = hash), address);
  // The first time, the screen's files are loaded too.
  await go(path);
  await page.locator(".sr-list .ant-table-row").first().waitFor();
  for (let time = 0; time < times; time += 1) {
    await go(away);
    await page.locator(".sr-list").waitFor({ state: "detached" });
    durations.opened.push(await look(2 * time + 1));
    durations.paged.push(await look(2 * time + 2));
  }
  return { opened: median(durations.opened), paged: median(durations.paged) };
}

const base = process.env.BASE_URL ?? "http://localhost:8080";
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox"] });
try {
  const context = await browser.newContext({
    storageState: await signedIn(await browser.newContext(), base),
    viewport: { width: 1280, height: 720 },
  });
  const page = await context.newPage();
  await page.goto(`${base}/#${away}`);
  for (const list of lists) {
    const { opened, paged } = await measure(page, list);
    const missed = Math.max(opened, paged) > wantedMs;
    console.log(
      `${`1,000 ${list.what} shown`.padEnd(24)} ${Math.round(opened)} ms opened, ${Math.round(paged)} ms next page (target ${wantedMs} ms)${missed ? "   MISSED" : ""}`,
    );
    if (missed) process.exitCode = 1;
  }
} finally {
  await browser.close();
}

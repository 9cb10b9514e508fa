import { defineConfig } from "@playwright/test";
import { chromiumPath } from "../../tools/chromium.mjs";
import { leftOut } from "./src/sizes";

const walks = ["**/layout.spec.ts", "**/menus.spec.ts"];
/** Stories that take a minute: if one began last, it would run alone. */
const long = [
  "**/month.spec.ts",
  "**/navigation.spec.ts",
  "**/studyplans.spec.ts",
  "**/term-story.spec.ts",
  "**/views.spec.ts",
  "**/week.spec.ts",
];

/**
 * Young generation for short-lived objects: pages that are resized all the time spent a tenth of their time on garbage
 * collection. Disable the most optimising compiler, which recompiles code for the next screen: it took a twentieth of a
 * walk and did not pay off. Keep compiled code: otherwise the next load in the tab, or the next screen, recompiles code
 * that was not used for a while.
 */
const lasting = "--min-semi-space-size=64 --max-semi-space-size=64 --no-turbofan --no-flush-bytecode";
/**
 * Pages of stories live for seconds, too short for the other optimising compiler to pay off. Pages of walks live for
 * minutes, and it does.
 */
const brief = `${lasting} --no-maglev`;
const launchOptions = (flags: string) => ({
  executablePath: chromiumPath(),
  args: ["--no-sandbox", `--js-flags=${flags}`],
});

export default defineConfig({
  testDir: "./src",
  outputDir: "../../test-results/artifacts",
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // Without ALL=1, leave out tests that repeat others (docs/testing.md).
  grepInvert: leftOut,
  fullyParallel: true,
  // One more than the two cores that docs/testing.md assumes: a test waits for a quarter of its time.
  workers: 3,
  // `make test` names the tests that needed it (docs/testing.md).
  retries: 1,
  reporter: [["list"], ["json", { outputFile: "../../test-results/e2e.json" }]],
  // The longest begin. A walk makes thousands of checks, and a trace would store the page at each: findings name their
  // place instead.
  projects: [
    { name: "walks", testMatch: walks, use: { trace: "off", actionTimeout: 60_000 } },
    { name: "long", testMatch: long, use: { launchOptions: launchOptions(brief) } },
    { name: "stories", testIgnore: [...walks, ...long], use: { launchOptions: launchOptions(brief) } },
  ],
  use: {
    baseURL: process.env.E2E_BASE_URL ?? "http://localhost:8080",
    viewport: { width: 1280, height: 720 },
    // Not London: the page must not depend on the time zone of the machine.
    timezoneId: "America/New_York",
    // Otherwise each dialog and drawer would be animated for a third of a second.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    // Trace the second attempt only, without screenshots: traces of passing tests cost processor time.
    trace: { mode: "on-first-retry", screenshots: false },
    launchOptions: launchOptions(lasting),
  },
});

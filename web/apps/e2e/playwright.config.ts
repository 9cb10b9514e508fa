import { defineConfig } from "@playwright/test";
import { chromiumPath } from "../../tools/chromium.mjs";
import { leftOut } from "./src/sizes";

const walks = ["**/layout.spec.ts", "**/menus.spec.ts"];
/** Stories that take a minute: one that began last would run alone. */
const long = [
  "**/month.spec.ts",
  "**/navigation.spec.ts",
  "**/studyplans.spec.ts",
  "**/term-story.spec.ts",
  "**/views.spec.ts",
  "**/week.spec.ts",
];

/**
 * Room for what a page throws away soon: pages that are resized all the time were collecting for a tenth of it. Without
 * the compiler of longest effort, which compiles again what the next screen uses differently: it took a twentieth of a
 * walk and gave none of it back. Compiled code stays: the next load in the tab, or the next screen, would compile
 * again what was not used for a while.
 */
const lasting = "--min-semi-space-size=64 --max-semi-space-size=64 --no-turbofan --no-flush-bytecode";
/**
 * A page of a story lives for seconds: it does not give back what the other optimising compiler takes. One that is
 * walked for minutes does.
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
  // Without ALL=1, what holds something once more (docs/testing.md).
  grepInvert: leftOut,
  fullyParallel: true,
  // One more than the two cores that docs/testing.md counts on: a test waits for a quarter of its time.
  workers: 3,
  // `make test` names those that needed it (docs/testing.md).
  retries: 1,
  reporter: [["list"], ["json", { outputFile: "../../test-results/e2e.json" }]],
  // The longest begin. A walk has thousands of looks, of which a trace would keep the whole page: a finding says where
  // it is.
  projects: [
    { name: "walks", testMatch: walks, use: { trace: "off", actionTimeout: 60_000 } },
    { name: "long", testMatch: long, use: { launchOptions: launchOptions(brief) } },
    { name: "stories", testIgnore: [...walks, ...long], use: { launchOptions: launchOptions(brief) } },
  ],
  use: {
    baseURL: process.env.E2E_BASE_URL ?? "http://localhost:8080",
    viewport: { width: 1280, height: 720 },
    // Not London: what is shown must not follow the machine's own zone.
    timezoneId: "America/New_York",
    // Each drawer and dialog would move for a third of a second, drawing frame after frame.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    // Of the second try, and without its film: what traces keep of every step of tests that pass costs processor time.
    trace: { mode: "on-first-retry", screenshots: false },
    launchOptions: launchOptions(lasting),
  },
});

import { defineConfig } from "@playwright/test";
import { chromiumPath } from "../../tools/chromium.mjs";
import { leftOut } from "./src/sizes";

const walks = ["**/layout.spec.ts", "**/menus.spec.ts"];
/** Tests that take a minute: one that began last would run alone. */
const long = [
  "**/month.spec.ts",
  "**/navigation.spec.ts",
  "**/studyplans.spec.ts",
  "**/term-story.spec.ts",
  "**/views.spec.ts",
  "**/week.spec.ts",
];

/**
 * A large young generation: pages that are resized all the time spent a tenth of it collecting garbage. No TurboFan,
 * which recompiles what the next screen uses differently: it took a twentieth of a walk without any gain. No bytecode
 * flushing: the next load in the tab, or the next screen, would compile unused code again.
 */
const lasting = "--min-semi-space-size=64 --max-semi-space-size=64 --no-turbofan --no-flush-bytecode";
/** A page of a story lives for seconds, too short to gain from Maglev. A page that is walked for minutes does gain. */
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
  // Without ALL=1, tests that repeat others are left out (docs/testing.md).
  grepInvert: leftOut,
  fullyParallel: true,
  // One more than the two cores that docs/testing.md assumes: a test waits for a quarter of its time.
  workers: 3,
  // `make test` lists the retried tests (docs/testing.md).
  retries: 1,
  reporter: [["list"], ["json", { outputFile: "../../test-results/e2e.json" }]],
  // The longest start first. A walk makes thousands of checks, each of which a trace would store with the whole page; a
  // finding names its place instead.
  projects: [
    { name: "walks", testMatch: walks, use: { trace: "off", actionTimeout: 60_000 } },
    { name: "long", testMatch: long, use: { launchOptions: launchOptions(brief) } },
    { name: "stories", testIgnore: [...walks, ...long], use: { launchOptions: launchOptions(brief) } },
  ],
  use: {
    baseURL: process.env.E2E_BASE_URL ?? "http://localhost:8080",
    viewport: { width: 1280, height: 720 },
    // Not London: the screens must not depend on the machine's time zone.
    timezoneId: "America/New_York",
    // Otherwise each drawer and dialog would animate for a third of a second, frame by frame.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    // Only of a retry, and without screenshots: tracing every step of passing tests costs processor time.
    trace: { mode: "on-first-retry", screenshots: false },
    launchOptions: launchOptions(lasting),
  },
});

/** Whether every width, every account and every story is tested (`make test ALL=1`, docs/testing.md). */
export const everything = !["", "0"].includes(process.env.ALL ?? "");
/** Declares a test that repeats another one: `test("…", all, async …)` runs only with `ALL=1`. */
export const all = { tag: "@all" } as const;
/** The tests that `playwright.config.ts` leaves out without `ALL=1`. */
export const leftOut = everything ? undefined : /@all\b/;

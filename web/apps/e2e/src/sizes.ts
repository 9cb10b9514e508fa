/** Whether `make test ALL=1` asks for every width, every account and every story (docs/testing.md). */
export const everything = !["", "0"].includes(process.env.ALL ?? "");
/** Declares a test that repeats what another one holds: `test("…", all, async …)` runs with `ALL=1` alone. */
export const all = { tag: "@all" } as const;
/** The tests that `playwright.config.ts` leaves out of a run that holds each thing once. */
export const leftOut = everything ? undefined : /@all\b/;

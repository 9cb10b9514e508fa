import { expect, test } from "vitest";
import { inWords, never, ruleOf } from "./repeats";

test.each([
  ["FREQ=WEEKLY;COUNT=13", "Every week"],
  ["FREQ=DAILY;INTERVAL=3;COUNT=4", "Every 3 days"],
  ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;UNTIL=20261214T235959", "Every 2 weeks on Monday and Wednesday"],
  ["FREQ=MONTHLY;BYMONTHDAY=15;COUNT=3", "Every month on day 15"],
  ["something else", "something else"],
])("%s is %s", (rule, words) => expect(inWords(rule)).toBe(words));

test.each([
  [{}, ""],
  [{ often: "DAILY", every: 3 }, "FREQ=DAILY;INTERVAL=3;COUNT=10"],
  [{ often: "WEEKLY", on: ["MO", "WE"], until: "2026-12-14" }, "FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20261214"],
  [{ often: "MONTHLY" }, "FREQ=MONTHLY;BYMONTHDAY=30;COUNT=10"],
  [{ often: "MONTHLY", monthly: "weekday" }, "FREQ=MONTHLY;BYDAY=-1MO;COUNT=10"],
  [{ often: "YEARLY", dates: 2 }, "FREQ=YEARLY;COUNT=2"],
] as const)("a form of %o from the fifth Monday of November is the rule %s", (part, rule) =>
  expect(ruleOf({ ...never, ...part }, "2026-11-30")).toBe(rule),
);

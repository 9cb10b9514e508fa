import { expect, test } from "vitest";
import { inWords } from "./repeats";

test.each([
  ["FREQ=WEEKLY;COUNT=13", "Every week"],
  ["FREQ=DAILY;INTERVAL=3;COUNT=4", "Every 3 days"],
  ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;UNTIL=20261214T235959", "Every 2 weeks on Monday and Wednesday"],
  ["FREQ=MONTHLY;BYMONTHDAY=15;COUNT=3", "Every month on day 15"],
  ["something else", "something else"],
])("%s is %s", (rule, words) => expect(inWords(rule)).toBe(words));

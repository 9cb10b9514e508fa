import type { Notice } from "@staffroom/contract";
import { expect, it } from "vitest";
import { threadsOf } from "./notices";

const notice = (number: number, target: string, read = false, title = "Ticket 7"): Notice => ({
  number,
  kind: "ticket",
  title,
  text: "",
  target,
  created: "2026-11-24T08:00:00Z",
  read,
});

it("notices with the same target are grouped under the latest, and those without one by title", () => {
  const threads = threadsOf([
    notice(9, "/tickets/7"),
    notice(8, "", true, "Export ready"),
    notice(7, "/tickets/7", true),
    notice(6, "/tickets/7"),
    notice(5, "", false, "Another"),
  ]);
  expect(threads.map(({ latest, count, unread }) => [latest.number, count, unread])).toEqual([
    [9, 3, [9, 6]],
    [8, 1, []],
    [5, 1, [5]],
  ]);
});

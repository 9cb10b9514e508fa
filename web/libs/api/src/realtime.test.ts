import { expect, it } from "vitest";
import { parseEvents } from "./realtime";

it("whole events are split off and the rest is kept for the next chunk", () => {
  const first = parseEvents('id: 7\nevent: notification\ndata: {"number":7}\n\nid: 8\neve');
  expect(first.events).toEqual([{ id: "7", event: "notification", data: { number: 7 } }]);
  const second = parseEvents(`${first.rest}nt: ping\r\ndata: {}\r\n\r\n`);
  expect(second.events).toEqual([{ id: "8", event: "ping", data: {} }]);
  expect(second.rest).toBe("");
});

it("data of several lines is joined and comments are skipped", () => {
  expect(parseEvents(": keep\n\ndata: a\ndata: b\n\n").events).toEqual([{ id: "", event: "message", data: "a\nb" }]);
});

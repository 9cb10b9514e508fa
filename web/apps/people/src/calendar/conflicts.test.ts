import { expect, it } from "vitest";
import { takenOf } from "./conflicts";

const at = (start: string, end: string) => ({ start: `2027-07-05T${start}:00Z`, end: `2027-07-05T${end}:00Z` });

it("a conflicting event is shown once, with everyone it occupies, in order of time", () => {
  expect(
    takenOf([
      { otherEventId: 8, title: "Optics", name: "Grace Hopper", ...at("11:00", "12:00") },
      { otherEventId: 7, title: "", name: "Grace Hopper", ...at("09:00", "10:00") },
      { otherEventId: 8, title: "Optics", name: "Oxford, Room 3", ...at("11:00", "12:00") },
    ]),
  ).toEqual([
    { id: 7, title: "Busy", when: "05/07/27 10:00 to 11:00", names: "Grace Hopper" },
    { id: 8, title: "Optics", when: "05/07/27 12:00 to 13:00", names: "Grace Hopper, Oxford, Room 3" },
  ]);
});

it("the end's day is shown if it differs", () => {
  const [one] = takenOf([
    { otherEventId: 7, title: "Trip", name: "Bo", start: "2027-07-05T08:00:00Z", end: "2027-07-07T08:00:00Z" },
  ]);
  expect(one?.when).toBe("05/07/27 09:00 to 07/07/27 09:00");
});

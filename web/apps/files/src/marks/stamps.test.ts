import { expect, it } from "vitest";
import { drawnOf } from "./model";
import { pointsGiven, statedPoints, unseenPoints } from "./points";
import { stamped, stamps } from "./stamps";

it("a stamp is placed around its position, and a comment in a box below it", () => {
  const [tick] = stamps;
  if (!tick) throw new Error("There is a tick");
  const mark = stamped(tick, 2, [100, 200], { colour: "#2c7a4b", width: 3 });
  expect(mark).toMatchObject({ page: 2, kind: "ink", colour: "#2c7a4b", width: 3 });
  expect(mark.points[0]?.slice(0, 2)).toEqual([91, 200]);
  expect(stamped({ name: "Why?", text: "Why?" }, 0, [100, 200], { colour: "#2c7a4b", width: 3 })).toMatchObject({
    kind: "freetext",
    contents: "Why?",
    points: [[100, 170, 320, 200]],
  });
});

it("points stated in texts are added up", () => {
  const marks = (...texts: string[]) => texts.map((contents) => ({ contents }));
  expect(pointsGiven(marks("Good. +2", "+1.5", "no 3 here", "+1, see page 2"))).toBe(4.5);
  expect(pointsGiven(marks("a+2 is a term", "1+1"))).toBeNull();
});

it("a mark's own points take precedence over those in its text, and can be negative", () => {
  expect(
    pointsGiven([{ contents: "Clear +4", score: 3 }, { contents: "Units, -0.5" }, { contents: "", score: 2 }]),
  ).toBe(4.5);
  expect([
    unseenPoints({ contents: "Clear +4" }),
    unseenPoints({ contents: "Clear +4", score: 3 }),
    unseenPoints({ contents: "", score: -1 }),
  ]).toEqual(["", "+3", "-1"]);
});

it("a stamp gets the chosen points", () => {
  const [tick] = stamps;
  expect(tick && stamped({ ...tick, score: 2 }, 0, [1, 1], { colour: "#111111", width: 2 }).score).toBe(2);
});

it("a mark is drawn again without the points in its text, and with its own", () => {
  const mark = {
    id: 4,
    page: 0,
    kind: "note",
    points: [[5, 6]],
    colour: "#111111",
    width: 2,
    contents: "Clear +4",
    score: 4,
    repliesTo: null,
    number: 1,
    modified: "",
  };
  expect([drawnOf(mark).score, drawnOf({ ...mark, score: 3 }).score, drawnOf({ ...mark, contents: "" }).score]).toEqual(
    [null, 3, 4],
  );
});

it("texts with more points than a mark can have state none", () => {
  expect([statedPoints("+150 words too long"), statedPoints("All of it: +100"), statedPoints("None: -100")]).toEqual([
    null,
    100,
    -100,
  ]);
});

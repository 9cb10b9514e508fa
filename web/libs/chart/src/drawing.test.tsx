import type { Figures } from "@staffroom/contract";
import { renderScreen } from "@staffroom/testing";
import { setAppearance } from "@staffroom/ui";
import { act, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Chart } from "./chart";

type Drawn = { animation: boolean; series: { itemStyle: { color: string } }[] };
const { drawn, clicks } = vi.hoisted(() => ({
  drawn: [] as Drawn[],
  clicks: [] as ((event: { data: unknown }) => void)[],
}));

vi.mock("./engine", () => ({
  init: () => ({
    setOption: (option: Drawn) => drawn.push(option),
    on: (_: string, follow: (event: { data: unknown }) => void) => clicks.push(follow),
    getWidth: () => 640,
    resize: () => undefined,
    dispose: () => undefined,
  }),
}));

const figures: Figures = {
  by: [{ name: "month", title: "Month", type: "date" }],
  measures: [{ name: "count", title: "Number", type: "integer" }],
  groups: [
    {
      keys: ["2026-01-01"],
      texts: ["January 2026"],
      currency: null,
      values: [3],
      before: null,
      filters: { month: "1" },
      keyFilters: [{ month: "1" }],
      beforeFilters: null,
    },
  ],
  totals: [],
  truncated: false,
  period: null,
  asOf: null,
};
const colorNow = () => drawn.at(-1)?.series[0]?.itemStyle.color;

it("a click on a mark opens its rows, and does nothing on a mark without rows", async () => {
  const pick = vi.fn();
  renderScreen(<Chart label="Things" figures={figures} kind="columns" onPick={pick} />);
  await screen.findByRole("button", { name: "PNG" });
  clicks.at(-1)?.({ data: { value: 3, filters: { month: "1" } } });
  clicks.at(-1)?.({ data: { value: 3, filters: null } });
  expect(pick.mock.calls).toEqual([[{ month: "1" }]]);
});

it("a chart prints in the light theme without animation, and is dark again afterwards", async () => {
  renderScreen(<Chart label="Things" figures={figures} kind="columns" />);
  await screen.findByRole("button", { name: "PNG" });
  const light = colorNow();
  act(() => setAppearance({ theme: "dark" }));
  const dark = colorNow();
  expect(dark).not.toBe(light);
  expect(drawn.at(-1)?.animation).toBe(false);
  window.dispatchEvent(new Event("beforeprint"));
  // Immediately: the page is printed as it is when the event handlers return.
  expect(colorNow()).toBe(light);
  expect(drawn.at(-1)?.animation).toBe(false);
  act(() => void window.dispatchEvent(new Event("afterprint")));
  expect(colorNow()).toBe(dark);
});

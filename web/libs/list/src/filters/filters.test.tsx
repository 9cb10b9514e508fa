import type { Filter } from "@staffroom/contract";
import { renderScreen } from "@staffroom/testing";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { divided, Filters } from "./filters";

const yesNo = (name: string): Filter => ({ name, title: `Filter ${name}`, type: "boolean" });
const seven = ["a", "b", "c", "d", "e", "f", "g"].map(yesNo);
const names = (filters: readonly Filter[]) => filters.map(({ name }) => name).join("");

it("five filters and the active ones are shown, the others can be added", () => {
  expect(names(divided(seven, {}).chips)).toBe("abcde");
  expect(names(divided(seven, { g: "true" }).chips)).toBe("abcdeg");
  expect(names(divided(seven, {}).others)).toBe("fg");
  expect(names(divided(seven.slice(0, 6), {}).chips)).toBe("abcdef");
});

it("a hidden filter has a chip only while it is set", async () => {
  const course: Filter = { name: "courseId", title: "Course", type: "select", hidden: true };
  expect(divided([course], {})).toEqual({ chips: [], others: [] });
  const onChange = vi.fn();
  renderScreen(<Filters filters={[course]} values={{ courseId: "152" }} onChange={onChange} />);
  expect(screen.getByRole("button", { name: "Course 1 chosen" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Clear Course" }));
  expect(onChange).toHaveBeenCalledWith({ courseId: "" });
});

it("an added filter opens its choices", async () => {
  const onChange = vi.fn();
  renderScreen(<Filters filters={seven} values={{}} onChange={onChange} />);
  expect(screen.queryByRole("button", { name: /Filter g/ })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Add filter" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Filter g" }));
  await userEvent.click(await screen.findByRole("radio", { name: "Yes" }));
  expect(onChange).toHaveBeenCalledWith({ g: "true" });
});

it("Enter accepts the numbers of a range", async () => {
  const onChange = vi.fn();
  renderScreen(
    <Filters
      filters={[{ name: "year", title: "Year", type: "range", of: "number" }]}
      values={{}}
      onChange={onChange}
    />,
  );
  await userEvent.click(screen.getByRole("button", { name: /Year/ }));
  await userEvent.type(await screen.findByLabelText("Year from"), "2025{Enter}");
  expect(onChange).toHaveBeenCalledWith({ year: "2025.." });
  expect(screen.queryByRole("button", { name: "Next term" })).toBeNull();
});

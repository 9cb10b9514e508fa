import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { Avatar, initials } from "./avatar";
import examples from "../initials.json";

test.each(Object.entries(examples))("initials of %j are %j, as kit.values.initials makes them", (name, expected) => {
  expect(initials(name)).toBe(expected);
});

test("the colour follows the number if one is given, else the name", () => {
  const shade = (element: React.ReactElement) =>
    render(element).container.querySelector<HTMLElement>(".sr-avatar")?.style.background;
  expect(shade(<Avatar name="É" shade={3} />)).toBe(shade(<Avatar name="李" shade={3} />));
  expect(shade(<Avatar name="É" />)).not.toBe(shade(<Avatar name="李" />));
});

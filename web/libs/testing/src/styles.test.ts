import { afterEach, expect, it } from "vitest";
import { visibleStyles } from "./styles";

const sheet =
  ':where(.css-1).menu{color:red;display:none;}.css-var-r1{--ant-blue:#1677FF;--x-display:1;}@media (min-width: 1px){.wide{display:none;width:1px;}}.off{pointer-events:none}.gone{visibility:hidden;background:url("data:image/svg+xml;utf8,x")}';

afterEach(() => {
  document.head.querySelectorAll("style").forEach((one) => one.remove());
  document.body.innerHTML = "";
});

it("a rule keeps the declarations about visibility and clicks", () => {
  expect(visibleStyles(sheet)).toBe(
    ":where(.css-1).menu{display:none}@media (min-width: 1px){.wide{display:none}}.off{pointer-events:none}.gone{visibility:hidden}",
  );
});

it("the reduced sheet hides what the whole sheet hides", () => {
  document.body.innerHTML =
    '<div class="css-1 menu">a</div><div class="wide">b</div><div class="off">c</div><div class="gone"><b>d</b></div><i>e</i>';
  const look = () =>
    [...document.body.querySelectorAll("*")].map((element) => {
      const { display, visibility, pointerEvents } = getComputedStyle(element);
      return [display, visibility, pointerEvents];
    });
  const style = document.createElement("style");
  style.append(sheet);
  document.head.append(style);
  const whole = look();
  style.textContent = visibleStyles(sheet);
  expect(look()).toEqual(whole);
  expect(new Set(whole.map(String)).size).toBe(6);
});

import { expect, it } from "vitest";
import { splitWidths } from "./widths.mjs";

it("takes the rules for sizes of the window out of a sheet, in their order, and no others", () => {
  const css =
    "a{color:red}@media (max-width:599px){a{color:blue}}@media print{a{color:black}}.b{top:0}@media (max-width:860px) and (max-height:560px){.b{top:1px}}@media (hover:none){.b{top:2px}}";
  expect(splitWidths(css)).toEqual({
    rest: "a{color:red}@media print{a{color:black}}.b{top:0}@media (hover:none){.b{top:2px}}",
    widths: "@media (max-width:599px){a{color:blue}}@media (max-width:860px) and (max-height:560px){.b{top:1px}}",
  });
});

it("leaves a sheet without such rules as it is", () => {
  const css = "a{color:red}@keyframes b{to{opacity:0}}";
  expect(splitWidths(css)).toEqual({ rest: css, widths: "" });
});

import { expect, it } from "vitest";
import { splitWidths } from "./widths.mjs";

it("only the rules for window sizes are taken out of a sheet, in order", () => {
  const css =
    "a{color:red}@media (max-width:599px){a{color:blue}}@media print{a{color:black}}.b{top:0}@media (max-width:860px) and (max-height:560px){.b{top:1px}}@media (hover:none){.b{top:2px}}";
  expect(splitWidths(css)).toEqual({
    rest: "a{color:red}@media print{a{color:black}}.b{top:0}@media (hover:none){.b{top:2px}}",
    widths: "@media (max-width:599px){a{color:blue}}@media (max-width:860px) and (max-height:560px){.b{top:1px}}",
  });
});

it("a sheet without such rules stays unchanged", () => {
  const css = "a{color:red}@keyframes b{to{opacity:0}}";
  expect(splitWidths(css)).toEqual({ rest: css, widths: "" });
});

import { parse } from "postcss";

const isOfWidths = (node) =>
  node.type === "atrule" && node.name === "media" && /\b(?:width|height)\b/.test(node.params);

/**
 * Splits a sheet in two: `rest`, and the rules for some window sizes. When a window crosses such a size, the browser
 * rebuilds each sheet with rules for it and restyles everything that any rule of that sheet matches. antd's sheet has
 * 3,000 rules, ours has some for every element: a rotated tablet redrew its whole page, at three times the cost.
 */
export function splitWidths(css) {
  const rest = parse(css);
  const widths = rest.nodes.filter(isOfWidths).map((node) => node.remove());
  return { rest: rest.toString(), widths: widths.join("") };
}

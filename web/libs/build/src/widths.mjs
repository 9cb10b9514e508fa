import { parse } from "postcss";

const isOfWidths = (node) =>
  node.type === "atrule" && node.name === "media" && /\b(?:width|height)\b/.test(node.params);

/**
 * Two sheets in place of one: `rest`, and the rules that hold at some sizes of the window.
 * Where a window crosses such a size, the browser makes each sheet with rules for it again and styles whatever any rule
 * of that sheet is about. antd's sheet has 3,000 rules, ours has some about every element: a turned tablet drew its
 * whole page again, at three times the cost.
 */
export function splitWidths(css) {
  const rest = parse(css);
  const widths = rest.nodes.filter(isOfWidths).map((node) => node.remove());
  return { rest: rest.toString(), widths: widths.join("") };
}

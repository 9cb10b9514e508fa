import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "postcss";

const antd = resolve(dirname(fileURLToPath(import.meta.url)), "../../../node_modules/antd/es");

/**
 * The parts of antd that screens use. A shared library cannot be tree-shaken, so the shell leaves out the code and
 * styles of all others. A screen that needs another part adds it here; `npm run lint` reports that.
 */
export const antdParts = [
  "Alert",
  "App",
  "Badge",
  "Button",
  "Checkbox",
  "Collapse",
  "ConfigProvider",
  "DatePicker",
  "Drawer",
  "Dropdown",
  "Input",
  "InputNumber",
  "Modal",
  "Popover",
  "Progress",
  "Radio",
  "Segmented",
  "Select",
  "Skeleton",
  "Space",
  "Spin",
  "Steps",
  "Switch",
  "Table",
  "Tabs",
  "Tooltip",
  "theme",
];

/** Maps each part of antd to its folder: `{ DatePicker: "date-picker" }`. */
const folders = Object.fromEntries(
  [...readFileSync(join(antd, "index.js"), "utf8").matchAll(/export \{ default as (\w+) \} from '\.\/([\w-]+)'/g)].map(
    ([, name, folder]) => [name, folder],
  ),
);

/** Returns the folders of the parts that no screen uses. Parts in use may import from them. */
export const leftOut = Object.entries(folders)
  .filter(([name]) => !antdParts.includes(name))
  .map(([, folder]) => folder);

/** Returns the files of antd that the parts in use consist of: a Table has a Pagination. */
function reached() {
  const seen = new Set();
  const waiting = antdParts.map((name) => join(antd, folders[name], "index.js"));
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const [, from] of readFileSync(file, "utf8").matchAll(/\b(?:from|import) ['"](\.[^'"]+)['"]/g)) {
      const path = resolve(dirname(file), from);
      waiting.push([path, `${path}.js`, join(path, "index.js")].find((one) => one.endsWith(".js") && existsSync(one)));
    }
  }
  return seen;
}

/** The classes of a folder, if they differ from its name. */
const classes = {
  button: ["btn"],
  calendar: ["picker-calendar"],
  "date-picker": ["picker"],
  "float-button": ["float-btn"],
  grid: [],
  "qr-code": ["qrcode"],
  "time-picker": ["picker"],
};

/** Its link rules are meant for links within its components: all others are ours. */
const link = /^a(?![\w-])/;
const ownLink = ':where([class*="css-var-"]) a';

/**
 * Returns antd's own style sheet, `antd/dist/antd.css`, reduced to the parts in use and those within them. It omits the
 * sheet's variable values, which belong to another page: our theme sets them through `ConfigProvider`.
 */
export function cutSheet(css) {
  const files = reached();
  const isReached = (folder) => ["index.js", "style/index.js"].some((file) => files.has(join(antd, folder, file)));
  const classesOf = (which) =>
    Object.values(folders)
      .filter(which)
      .flatMap((folder) => classes[folder] ?? [folder]);
  const kept = new Set(classesOf(isReached));
  const gone = classesOf((folder) => !isReached(folder)).filter((name) => !kept.has(name));
  const unused = new RegExp(`\\.ant-(?:${gone.join("|")})(?![a-z])|\\.css-var-_R_|data-ant-cssinjs`);
  const sheet = parse(css);
  sheet.walkRules((rule) => {
    const selectors = rule.selectors
      .filter((selector) => !unused.test(selector))
      .map((selector) => selector.replace(link, ownLink));
    if (selectors.length) rule.selectors = selectors;
    else rule.remove();
  });
  sheet.walkAtRules((rule) => {
    if (rule.nodes?.length === 0) rule.remove();
  });
  return sheet.toString();
}

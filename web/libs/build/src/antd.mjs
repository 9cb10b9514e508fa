import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "postcss";

const antd = resolve(dirname(fileURLToPath(import.meta.url)), "../../../node_modules/antd/es");

/**
 * The parts of antd that screens use. A shared library cannot be tree-shaken: the shell leaves out the code and the
 * styles of all others. A screen that needs one more adds it here; `npm run lint` reports that.
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

/** Each part of antd with its folder: `{ DatePicker: "date-picker" }`. */
const folders = Object.fromEntries(
  [...readFileSync(join(antd, "index.js"), "utf8").matchAll(/export \{ default as (\w+) \} from '\.\/([\w-]+)'/g)].map(
    ([, name, folder]) => [name, folder],
  ),
);

/** The folders of the parts that no screen uses. Parts in use may import from them. */
export const leftOut = Object.entries(folders)
  .filter(([name]) => !antdParts.includes(name))
  .map(([, folder]) => folder);

/** The files of antd that the parts in use are made of: a Table has a Pagination. */
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

/** The classes of a folder, where they have other names than it. */
const classes = {
  button: ["btn"],
  calendar: ["picker-calendar"],
  "date-picker": ["picker"],
  "float-button": ["float-btn"],
  grid: [],
  "qr-code": ["qrcode"],
  "time-picker": ["picker"],
};

/** Its rules for links are meant for those within its components: all others are ours. */
const link = /^a(?![\w-])/;
const ownLink = ':where([class*="css-var-"]) a';

/**
 * antd's own style sheet, `antd/dist/antd.css`, without the parts that are neither used nor within one in use, and
 * without what it has of the page from which it was made: the values of its variables are those of our theme, and come
 * from `ConfigProvider`.
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

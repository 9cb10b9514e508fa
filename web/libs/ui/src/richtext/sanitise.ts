import DOMPurify from "dompurify";

/** The same lists as `services/kit/src/kit/values/richtext.py`; this repeats the server's sanitising. */
export const allowedTags = (
  "h1 h2 h3 h4 h5 h6 p a ul ol li dl dt dd b i strong em table thead tbody tfoot tr th td caption colgroup col pre " +
  "iframe font sup sub u span div code hr br blockquote"
).split(" ");

const attributes: Record<string, string[]> = {
  "*": ["style", "title", "dir"],
  a: ["href", "name", "target"],
  font: ["color", "size", "face"],
  iframe: ["src", "width", "height", "allowfullscreen"],
  td: ["colspan", "rowspan", "align", "valign"],
  th: ["colspan", "rowspan", "align", "valign", "scope"],
  col: ["span", "width"],
  table: ["width", "border", "cellpadding", "cellspacing"],
  ol: ["start", "type"],
};

/** Maximum of a style's number by its unit, and of an attribute's. */
const largest: Record<string, number> = { "": 1000, px: 2000, pt: 1500, em: 100, rem: 100, "%": 100 };
const counts: Record<string, number> = {
  width: 2000,
  height: 2000,
  border: 100,
  cellpadding: 100,
  cellspacing: 100,
  colspan: 100,
  rowspan: 1000,
  span: 100,
  start: 1_000_000,
  size: 100,
};

const styles = new Set(
  (
    "color background-color font-family font-size font-style font-weight text-align text-decoration line-height " +
    "margin-left padding-left width height vertical-align border border-collapse list-style-type"
  ).split(" "),
);
const schemes = /^(?:https?|ftp|mailto):/i;

/** True for a complete address with a scheme that links may have. */
export const isAddress = (text: string): boolean =>
  schemes.test(text) && URL.canParse(text) && new URL(text).href.replace(schemes, "") !== "";
const frames = ["https://www.youtube.com/", "https://www.youtube-nocookie.com/", "https://player.vimeo.com/"];

let purifier: ReturnType<typeof DOMPurify> | null = null;

function purify() {
  if (purifier) return purifier;
  purifier = DOMPurify(window);
  purifier.addHook("uponSanitizeAttribute", (node, data) => {
    const tag = node.nodeName.toLowerCase();
    const name = data.attrName;
    if (!attributes["*"]?.includes(name) && !attributes[tag]?.includes(name)) data.keepAttr = false;
    else if (name === "src" && !frames.some((start) => data.attrValue.startsWith(start))) data.keepAttr = false;
    else if (name === "href" && !schemes.test(data.attrValue.trim())) data.keepAttr = false;
    else if (counts[name] !== undefined && !isCount(data.attrValue, counts[name])) data.keepAttr = false;
    else if (name === "target") data.attrValue = "_blank";
    else if (name === "style") {
      // A style must not load anything.
      if (/url\s*\(/i.test(data.attrValue)) data.keepAttr = false;
      else data.attrValue = keepStyles(data.attrValue);
    }
  });
  purifier.addHook("afterSanitizeAttributes", (node) => {
    if (node.nodeName === "A" && node.hasAttribute("href")) node.setAttribute("rel", "noopener noreferrer nofollow");
  });
  return purifier;
}

function keepStyles(text: string): string {
  return text
    .split(";")
    .map((part) => part.trim())
    .filter((part) => styles.has(part.split(":")[0]?.trim().toLowerCase() ?? "") && isBounded(part))
    .join(";");
}

function isCount(text: string, most: number): boolean {
  const count = /^([+-]?\d{1,7})(?:%|px)?$/.exec(text.trim());
  return count !== null && Math.abs(Number(count[1])) <= most;
}

/** True if every number of a style is within its limit. */
function isBounded(declaration: string): boolean {
  const numbers = [...declaration.matchAll(/(?<![\w#.])(-?)(\d*\.?\d+(?:e[+-]?\d+)?)([a-z%]*)/gi)];
  return numbers.every(
    ([, sign, number, unit]) => !sign && Number(number) <= (largest[(unit ?? "").toLowerCase()] ?? -1),
  );
}

const allAttributes = [...new Set([...Object.values(attributes).flat(), "rel"])];

/** Returns `html` with only what platform.md 5 allows. */
export function sanitise(html: string): string {
  return purify().sanitize(html, {
    ALLOWED_TAGS: allowedTags,
    ALLOWED_ATTR: allAttributes,
    ALLOWED_URI_REGEXP: schemes,
    // The pattern is only for addresses; a colour or a width need not look like one.
    ADD_URI_SAFE_ATTR: allAttributes.filter((name) => name !== "href" && name !== "src"),
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
}

/** Returns the text of `html` without tags: for a cell, and to detect a text without words. */
export function plainText(html: string): string {
  const spaced = html.replace(/<(?:br|\/p|\/li|\/h\d|\/div|\/t[dhr])/gi, " $&");
  const body = new DOMParser().parseFromString(sanitise(spaced), "text/html").body;
  return (body.textContent ?? "").replace(/\s+/g, " ").trim();
}

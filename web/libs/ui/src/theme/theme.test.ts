import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { colorOf, resolvedColor, setAppearance } from "./theme";
import { colorIn, themeNames, type ColorName } from "./theme-colors";

/** WCAG 2.2: relative luminance of `#rrggbb`. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function ratio(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const texts: ColorName[] = ["ink", "ink-soft", "ink-faint", "brand", "amber", "green", "red"];
const grounds: ColorName[] = ["surface", "paper", "paper-deep", "row-hover"];
const pairs: [ColorName, ColorName][] = [
  ...texts.flatMap((text) => grounds.map((ground): [ColorName, ColorName] => [text, ground])),
  ["brand-deep", "brand-wash"],
  ["notice-ink", "notice"],
  ["on-status", "brand"],
  ["on-fill", "brand-deep-fill"],
  ["on-fill", "red-fill"],
  ["on-fill", "toast-negative"],
  ["on-fill", "toast-positive"],
  ["red-ink", "red-wash"],
  ["amber-ink", "amber-wash"],
  ...(["blue", "purple", "pink", "brown", "grey"] as const).map((text): [ColorName, ColorName] => [text, "surface"]),
];

describe("themes", () => {
  afterEach(() => setAppearance({ theme: "device", density: "compact" }));

  it.each(themeNames)("%s is legible", (theme) => {
    const least = theme === "contrast" ? 7 : 4.5;
    const dim = pairs.filter(([text, ground]) => ratio(colorIn(theme, text), colorIn(theme, ground)) < least);
    expect(dim).toEqual([]);
  });

  it("a choice is drawn immediately and saved", () => {
    setAppearance({ theme: "dark", density: "comfortable" });
    const root = document.documentElement;
    expect([root.dataset.theme, root.dataset.density, root.style.colorScheme]).toEqual(["dark", "comfortable", "dark"]);
    expect(root.style.getPropertyValue("--ink")).toBe(colorIn("dark", "ink"));
    expect(localStorage.getItem("staffroom.appearance")).toContain("dark");
  });

  it("print uses the light theme", () => {
    setAppearance({ theme: "dark" });
    window.dispatchEvent(new Event("beforeprint"));
    expect(document.documentElement.dataset.theme).toBe("light");
    window.dispatchEvent(new Event("afterprint"));
    expect(document.documentElement.dataset.theme).toBe("dark");
  });

  it("a status colour follows the theme", () => {
    expect(resolvedColor(colorOf("red"), "dark")).toBe(colorIn("dark", "red"));
  });

  it("no style sheet has its own colour", () => {
    const web = resolve(import.meta.dirname, "../../../..");
    const sheets = ["apps", "libs"].flatMap((folder) =>
      readdirSync(join(web, folder)).flatMap((part) => {
        const source = join(web, folder, part, "src");
        try {
          return readdirSync(source, { recursive: true })
            .map(String)
            .filter((name) => name.endsWith(".css"))
            .map((name) => join(source, name));
        } catch {
          return [];
        }
      }),
    );
    expect(sheets.length).toBeGreaterThan(5);
    expect(sheets.filter((sheet) => /#[\da-f]{3,8}\b|rgba?\(/i.test(readFileSync(sheet, "utf8")))).toEqual([]);
  });
});

import { createStore } from "@staffroom/api";
import { theme as antd, type ThemeConfig } from "antd";
import { colorIn, colors, themeNames, type ColorName, type ThemeName } from "./theme-colors";

const light = (name: ColorName) => colorIn("light", name);
/** Ink on paper in the light theme, for what is always drawn on white. */
export const palette = {
  ink: light("ink"),
  inkSoft: light("ink-soft"),
  inkFaint: light("ink-faint"),
  brand: light("brand"),
  brandDeep: light("brand-deep"),
  brandWash: light("brand-wash"),
  paper: light("paper"),
  paperDeep: light("paper-deep"),
  line: light("line"),
  lineSoft: light("line-soft"),
  white: light("surface"),
  amber: light("amber"),
  green: light("green"),
  red: light("red"),
  orange: light("orange"),
  grey: light("grey"),
} as const;

/** Status colours of platform.md 4. */
export const statusColors: Record<string, ColorName> = {
  active: "green",
  paid: "green",
  approved: "green",
  completed: "green",
  retired: "grey",
  inactive: "grey",
  alumni: "orange",
  training: "orange",
  enquiry: "red",
  due: "amber",
  final: "amber",
};

/** Names that a service may send as an option's colour. */
const named: Record<string, ColorName> = {
  green: "green",
  positive: "green",
  grey: "grey",
  gray: "grey",
  orange: "orange",
  red: "red",
  negative: "red",
  amber: "amber",
  warning: "amber",
  blue: "blue",
  primary: "brand",
  teal: "brand",
  purple: "purple",
  pink: "pink",
  brown: "brown",
  black: "ink",
};

/** Returns a CSS variable, so that the colour follows the theme; a colour that no theme knows stays as it is. */
export function colorOf(color: string | null | undefined, value?: string): string {
  const name =
    named[color?.toLowerCase() ?? ""] ?? (color ? undefined : (statusColors[value?.toLowerCase() ?? ""] ?? "grey"));
  return name ? `var(--${name})` : (color ?? "");
}

/** Returns the value of `var(--name)` in a theme, for drawings that cannot read CSS. */
export function resolvedColor(color: string, theme: ThemeName): string {
  const name = /^var\(--([\w-]+)\)$/.exec(color)?.[1];
  return name && name in colors ? colorIn(theme, name as ColorName) : color;
}

export type Appearance = { theme: "device" | ThemeName; density: "compact" | "comfortable" };
const key = "staffroom.appearance";
const themes: readonly Appearance["theme"][] = ["device", ...themeNames];

function stored(): Appearance {
  let value: Partial<Appearance> = {};
  try {
    value = (JSON.parse(localStorage.getItem(key) ?? "{}") ?? {}) as Partial<Appearance>;
  } catch {
    /* An unreadable copy counts as none. */
  }
  return {
    theme: themes.find((name) => name === value.theme) ?? "device",
    density: value.density === "comfortable" ? "comfortable" : "compact",
  };
}

const appearance = createStore<Appearance>(stored());
export const useAppearance = appearance.use;
export const getAppearance = appearance.get;
const media = (query: string) => window.matchMedia(query);
const [dark, contrast] = [media("(prefers-color-scheme: dark)"), media("(prefers-contrast: more)")];
const themeOf = (chosen: Appearance["theme"]): ThemeName =>
  chosen !== "device" ? chosen : contrast.matches ? "contrast" : dark.matches ? "dark" : "light";
const current = createStore<ThemeName>(themeOf(appearance.get().theme));
/** The theme on the screen. */
export const useTheme = current.use;

function applyTheme(): void {
  drawTheme(themeOf(appearance.get().theme));
}

function drawTheme(name: ThemeName): void {
  const root = document.documentElement;
  root.dataset.theme = name;
  root.dataset.density = appearance.get().density;
  root.style.colorScheme = name === "dark" ? "dark" : "light";
  for (const color of Object.keys(colors) as ColorName[]) root.style.setProperty(`--${color}`, colorIn(name, color));
  if (current.get() !== name) current.set(name);
}

/** Changes the appearance immediately, and saves it in this browser. */
export function setAppearance(change: Partial<Appearance>): void {
  appearance.set({ ...appearance.get(), ...change });
  try {
    localStorage.setItem(key, JSON.stringify(appearance.get()));
  } catch {
    /* Without storage the choice lasts until the page closes. */
  }
  applyTheme();
}

for (const query of [dark, contrast]) query.addEventListener?.("change", applyTheme);
// Paper is white.
window.addEventListener("beforeprint", () => drawTheme("light"));
window.addEventListener("afterprint", applyTheme);
applyTheme();

const sans = "'Geist Variable', system-ui, -apple-system, 'Segoe UI', sans-serif";

/** The theme of antd's components. Rows of lists are 30 px high, 36 px where comfortable. */
export function antdTheme(name: ThemeName, density: Appearance["density"]): ThemeConfig {
  const color = (purpose: ColorName) => colorIn(name, purpose);
  return {
    algorithm: name === "dark" ? antd.darkAlgorithm : antd.defaultAlgorithm,
    token: {
      colorPrimary: color("brand"),
      colorInfo: color("brand"),
      colorLink: color("brand"),
      colorSuccess: color("green"),
      colorWarning: color("amber"),
      colorError: color("red"),
      colorTextBase: color("ink"),
      colorTextSecondary: color("ink-soft"),
      colorTextTertiary: color("ink-faint"),
      colorTextPlaceholder: color("ink-faint"),
      colorBgLayout: color("paper"),
      colorBorder: color("border"),
      colorBgBase: color("surface"),
      colorBgContainer: color("surface"),
      colorBgElevated: color("surface"),
      colorBorderSecondary: color("line-soft"),
      fontFamily: sans,
      fontSize: 13,
      fontWeightStrong: 600,
      borderRadius: 6,
      controlHeight: 30,
      controlHeightSM: 26,
      motionDurationMid: "0.12s",
      motionDurationSlow: "0.18s",
      boxShadowSecondary: `0 1px 2px ${color("shadow-faint")}, 0 8px 28px ${color("shadow-soft")}`,
    },
    components: {
      Table: {
        headerBg: color("surface"),
        headerColor: color("ink-soft"),
        headerSplitColor: "transparent",
        rowHoverBg: color("row-hover"),
        rowSelectedBg: color("brand-wash"),
        rowSelectedHoverBg: color("selected-hover"),
        cellPaddingBlockSM: density === "comfortable" ? 7 : 4,
        cellPaddingInlineSM: 10,
        borderColor: color("line-soft"),
      },
      Button: {
        primaryColor: color("on-status"),
        primaryShadow: "none",
        defaultShadow: "none",
        dangerShadow: "none",
        fontWeight: 500,
      },
      Tabs: { horizontalItemPadding: "8px 0", horizontalItemGutter: 20, titleFontSize: 13 },
      Modal: { titleFontSize: 16 },
      Badge: { colorTextLightSolid: color("on-status"), textFontSizeSM: 12, indicatorHeightSM: 16 },
      Collapse: { headerBg: color("surface"), contentPadding: "4px 16px 2px" },
      Form: { itemMarginBottom: 16, verticalLabelPadding: "0 0 4px", labelColor: color("ink-soft") },
    },
  };
}

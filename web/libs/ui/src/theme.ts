import type { ThemeConfig } from "antd";

/** Ink on paper: a deep green-blue for what can be done, warm greys for everything at rest. */
export const palette = {
  ink: "#1d2b2f",
  inkSoft: "#5a686b",
  inkFaint: "#626d6f",
  brand: "#0f5a63",
  brandDeep: "#12404a",
  brandWash: "#e6f0ef",
  paper: "#faf9f6",
  paperDeep: "#f3f1eb",
  line: "#e4e1d8",
  lineSoft: "#efede6",
  white: "#ffffff",
  amber: "#9d5b0c",
  green: "#2c7a4b",
  red: "#b3312c",
  orange: "#c2571a",
  grey: "#6b7375",
} as const;

/** Status colours of platform.md 4. */
export const statusColors: Record<string, string> = {
  active: palette.green,
  paid: palette.green,
  approved: palette.green,
  completed: palette.green,
  retired: palette.grey,
  inactive: palette.grey,
  alumni: palette.orange,
  training: palette.orange,
  enquiry: palette.red,
  due: palette.amber,
  final: palette.amber,
};

/** Names a service may send as an option's colour. */
const named: Record<string, string> = {
  green: palette.green, positive: palette.green, grey: palette.grey, gray: palette.grey, orange: palette.orange,
  red: palette.red, negative: palette.red, amber: palette.amber, warning: palette.amber, blue: "#2b5c9e",
  primary: palette.brand, teal: palette.brand, purple: "#6a4c93", pink: "#b03a6b", brown: "#7a5a3a", black: palette.ink,
};

export function colorOf(color: string | null | undefined, value?: string): string {
  const name = color?.toLowerCase() ?? "";
  return named[name] ?? (color || statusColors[value?.toLowerCase() ?? ""] || palette.grey);
}

const sans = "'Geist Variable', system-ui, -apple-system, 'Segoe UI', sans-serif";

export const theme: ThemeConfig = {
  token: {
    colorPrimary: palette.brand,
    colorInfo: palette.brand,
    colorLink: palette.brand,
    colorSuccess: palette.green,
    colorWarning: palette.amber,
    colorError: palette.red,
    colorTextBase: palette.ink,
    colorTextSecondary: palette.inkSoft,
    colorTextTertiary: palette.inkFaint,
    colorTextPlaceholder: palette.inkFaint,
    colorBgLayout: palette.paper,
    colorBorder: "#d6d2c6",
    colorBorderSecondary: palette.lineSoft,
    fontFamily: sans,
    fontSize: 13,
    fontWeightStrong: 600,
    borderRadius: 6,
    controlHeight: 30,
    controlHeightSM: 26,
    motionDurationMid: "0.12s",
    motionDurationSlow: "0.18s",
    boxShadowSecondary: "0 1px 2px rgba(29,43,47,.06), 0 8px 28px rgba(29,43,47,.12)",
  },
  components: {
    Table: {
      headerBg: palette.white,
      headerColor: palette.inkSoft,
      headerSplitColor: "transparent",
      rowHoverBg: "#f6f5f0",
      rowSelectedBg: palette.brandWash,
      rowSelectedHoverBg: "#dbeae8",
      cellPaddingBlockSM: 4,
      cellPaddingInlineSM: 10,
      borderColor: palette.lineSoft,
    },
    Button: { primaryShadow: "none", defaultShadow: "none", dangerShadow: "none", fontWeight: 500 },
    Tabs: { horizontalItemPadding: "8px 0", horizontalItemGutter: 20, titleFontSize: 13 },
    Modal: { titleFontSize: 16 },
    Badge: { textFontSizeSM: 12, indicatorHeightSM: 16 },
    Collapse: { headerBg: palette.white, contentPadding: "4px 16px 2px" },
    Form: { itemMarginBottom: 16, verticalLabelPadding: "0 0 4px", labelColor: palette.inkSoft },
  },
};

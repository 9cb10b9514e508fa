import type { Tool } from "../canvas/stage";

const paths: Record<
  | Tool
  | "redo"
  | "style"
  | "minus"
  | "plus"
  | "fit"
  | "front"
  | "back"
  | "group"
  | "image"
  | "formula"
  | "seen"
  | "unseen"
  | "locked"
  | "unlocked",
  string
> = {
  select: "M5 3l14 8-6 2-2 6z",
  hand: "M8 12V5.5a1.5 1.5 0 013 0V11m0-6.5a1.5 1.5 0 013 0V11m0-5a1.5 1.5 0 013 0v8a6 6 0 01-6 6h-1a6 6 0 01-5-3l-2.5-4.5a1.5 1.5 0 012.5-1.5L8 13",
  pen: "M4 20l1-5L16 4l4 4L9 19zM14 6l4 4",
  eraser: "M8 20h12M5 16l9-10 6 6-8 8H9z",
  text: "M5 6V4h14v2M12 4v16M9 20h6",
  line: "M5 19L19 5",
  arrow: "M5 19L19 5M10 5h9v9",
  rectangle: "M4 6h16v12H4z",
  ellipse: "M12 6c4.4 0 8 2.7 8 6s-3.6 6-8 6-8-2.7-8-6 3.6-6 8-6z",
  laser: "M12 9a3 3 0 110 6 3 3 0 010-6zM12 3v3M12 18v3M3 12h3M18 12h3M6 6l2 2M16 16l2 2M18 6l-2 2M8 16l-2 2",
  redo: "M20 8h-9a5 5 0 000 10h3M20 8l-4-4M20 8l-4 4",
  style: "M4 7h16M4 12h16M4 17h16M8 5v4M15 10v4M10 15v4",
  minus: "M5 12h14",
  plus: "M5 12h14M12 5v14",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  front: "M9 9h11v11H9zM4 4h8v3M4 4v8h3",
  back: "M4 4h11v11H4zM20 12v8h-8",
  group: "M4 4h7v7H4zM13 13h7v7h-7zM4 20v-5M20 4v5",
  formula: "M18 5H6l6 7-6 7h12",
  seen: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 110 6 3 3 0 010-6z",
  unseen:
    "M4 4l16 16M9.5 5.9A9 9 0 0112 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 01-2.8 3.6M6.3 7.2A16 16 0 002.5 12S6 18.5 12 18.5a9 9 0 004.2-1.1M10 10a3 3 0 004 4",
  locked: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 017 0v3",
  unlocked: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 016.7-1.4",
  image: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01",
};

/** The icon of a tool; its button has the name. */
export function ToolIcon({ name, size = 18 }: { name: keyof typeof paths; size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d={paths[name]} />
    </svg>
  );
}

/** Icons of the reader's tools, as paths of 24 by 24; they are loaded with it and are in no other bundle. */
const paths = {
  rotate: "M21 12a9 9 0 1 1-3-6.7L21 8M21 3v5h-5",
  print: "M6 9V3h12v6M6 18H4v-7h16v7h-2M8 14h8v7H8z",
  full: "M8 3H3v5M16 3h5v5M8 21H3v-5M16 21h5v-5",
  "zoom-in": "M12 5v14M5 12h14",
  "zoom-out": "M5 12h14",
  pages: "M4 4h6v7H4zM14 4h6v7h-6zM4 14h6v6H4zM14 14h6v6h-6z",
  pen: "M4 20l1-5L16 4l4 4L9 19z",
  highlight: "M5 20h14M8 16l-1-4 8-8 5 5-8 8z",
  square: "M4 6h16v12H4z",
  line: "M5 19L19 5",
  arrow: "M5 19L19 5M9 5h10v10",
  freetext: "M5 5h14M12 5v15",
  note: "M5 4h14v11l-5 5H5zM19 15h-5v5",
  redo: "M20 8H9a5 5 0 0 0 0 10h4M16 4l4 4-4 4",
  "fit-width": "M3 5v14M21 5v14M7 12h10M10 9l-3 3 3 3M14 9l3 3-3 3",
  "fit-page": "M5 3h14M5 21h14M12 7v10M9 10l3-3 3 3M9 14l3 3 3-3",
  outline: "M4 6h16M8 12h12M8 18h12M4 12h.01M4 18h.01",
  stamp: "M5 20h14M6 16h12v-3l-4-1V8a3 3 0 1 0-4 0v4l-4 1z",
  eraser: "M4 15l9-10 7 6-8 9H8zM8 20h12",
} as const;

type GlyphName = keyof typeof paths;

export function Glyph({ name }: { name: GlyphName }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d={paths[name]} />
    </svg>
  );
}

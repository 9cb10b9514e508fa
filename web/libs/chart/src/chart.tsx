import { loadPiece, saveAs } from "@staffroom/api";
import type { ChartKind, Figures } from "@staffroom/contract";
import { colorIn, ErrorState, Icon, LoadingState, useTheme, type ThemeName } from "@staffroom/ui";
import { Button } from "antd";
import type { ECharts } from "echarts/core";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { optionOf } from "./option";
import type { Behind, Plot } from "./plot";

type Props = {
  /** The content of the chart in words: the name of the image and of its files. */
  label: string;
  figures: Figures;
  kind: ChartKind;
  /** Index of the measure among those of the figures. */
  measure?: number;
  currency?: string | null;
  height?: number;
  /** The name of a chord's node to highlight, as on hover. */
  focused?: string | null;
  /** Called on a click on a mark, with the filters of the rows behind it. */
  onPick?: (filters: Record<string, string>) => void;
};

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Figures as a chart. It is hidden from screen readers: a table next to it has the same content (`FigureTable`). */
export function Chart({
  label,
  figures,
  kind,
  measure = 0,
  currency = null,
  height = 320,
  focused = null,
  onPick,
}: Props) {
  const theme = useTheme();
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts>(null);
  const pick = useRef(onPick);
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");
  const [error, setError] = useState<unknown>();
  const [turn, setTurn] = useState(0);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    pick.current = onPick;
  }, [onPick]);

  // The chart library is loaded with the first visible chart.
  useEffect(() => {
    let [made, gone]: [ECharts | undefined, boolean] = [undefined, false];
    const sized = new ResizeObserver(() => {
      made?.resize();
      setWidth(made?.getWidth() ?? 0);
    });
    loadPiece(() => import("./engine")).then(
      ({ init }) => {
        if (gone || !box.current) return;
        made = init(box.current, undefined, { renderer: "svg" });
        made.on("click", ({ data }) => {
          const { filters } = data as { filters?: Behind };
          if (filters) pick.current?.(filters);
        });
        chart.current = made;
        sized.observe(box.current);
        setState("ready");
      },
      (reason: unknown) => {
        setError(reason);
        setState("failed");
      },
    );
    return () => {
      gone = true;
      sized.disconnect();
      made?.dispose();
      chart.current = null;
    };
  }, [turn]);

  // New figures animate into place; another theme or width is drawn immediately.
  const plot = useRef<Plot>(null);
  useLayoutEffect(() => {
    if (state !== "ready" || !chart.current) return undefined;
    const last = plot.current;
    const isNew =
      last?.figures !== figures || last.kind !== kind || last.measure !== measure || last.currency !== currency;
    plot.current = {
      figures,
      kind,
      measure,
      currency,
      theme,
      width: chart.current.getWidth(),
      still: !isNew || isStill(),
    };
    chart.current.setOption(optionOf(plot.current), { notMerge: true });
    // The page is printed as it is when the event handlers return; React would draw it later.
    const redraw = (change: Partial<Plot>) =>
      plot.current &&
      chart.current?.setOption(optionOf({ ...plot.current, still: true, ...change }), { notMerge: true });
    const print = () => redraw({ theme: "light" });
    const printed = () => redraw({});
    addEventListener("beforeprint", print);
    addEventListener("afterprint", printed);
    return () => {
      removeEventListener("beforeprint", print);
      removeEventListener("afterprint", printed);
    };
  }, [state, figures, kind, measure, currency, theme, width]);

  useEffect(() => {
    if (state !== "ready" || !focused) return undefined;
    const tell = (type: string) => chart.current?.dispatchAction({ type, seriesIndex: 0, name: focused });
    tell("highlight");
    return () => {
      tell("downplay");
    };
  }, [state, focused, figures]);

  if (state === "failed")
    return (
      <ErrorState
        error={error}
        title="The chart did not load"
        onRetry={() => {
          setState("loading");
          setTurn(turn + 1);
        }}
      />
    );
  return (
    <figure className="sr-chart" aria-hidden={state === "loading"}>
      {state === "loading" && <LoadingState rows={6} />}
      <div ref={box} className="sr-chart-box" aria-hidden style={{ height: state === "loading" ? 0 : height }} />
      {state === "ready" && (
        <figcaption className="sr-chart-save">
          <span className="sr-visually-hidden">{label}</span>
          <Button
            type="text"
            size="small"
            icon={<Icon name="download" size={14} />}
            onClick={() => void asPicture(box.current, label, "png", theme)}
          >
            PNG
          </Button>
          <Button
            type="text"
            size="small"
            icon={<Icon name="download" size={14} />}
            onClick={() => void asPicture(box.current, label, "svg", theme)}
          >
            SVG
          </Button>
        </figcaption>
      )}
    </figure>
  );
}

/** Saves the drawing as a file; a bitmap is twice as large as on the screen. */
async function asPicture(box: HTMLElement | null, label: string, kind: "png" | "svg", theme: ThemeName): Promise<void> {
  const drawing = box?.querySelector("svg");
  if (!drawing) return;
  const text = new XMLSerializer().serializeToString(drawing);
  const vector = new Blob([text], { type: "image/svg+xml" });
  if (kind === "svg") return saveAs(vector, `${label}.svg`);
  const address = URL.createObjectURL(vector);
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [drawing.clientWidth * 2, drawing.clientHeight * 2];
  const paper = canvas.getContext("2d");
  if (!paper) return;
  paper.fillStyle = colorIn(theme, "surface");
  paper.fillRect(0, 0, canvas.width, canvas.height);
  paper.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(address);
  canvas.toBlob((dots) => dots && saveAs(dots, `${label}.png`));
}

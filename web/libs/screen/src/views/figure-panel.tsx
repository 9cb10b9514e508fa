import type { FigurePanelProps } from "./figures-of-list";
import { LoadedPiece } from "../piece";

export type { FigurePanelProps } from "./figures-of-list";

const figures = () => import("./figures-of-list");

/** Figures of a list as a chart and as a table; their code is loaded on first use. */
export const FigurePanel = (props: FigurePanelProps) => <LoadedPiece load={figures} props={props} />;

import { loadPiece } from "@staffroom/api";
import { LoadingState } from "@staffroom/ui";
import { lazy, Suspense } from "react";
import type { FiguresProps } from "./figures";

const Piece = lazy(() => loadPiece(() => import("./figures")));

/** The figures of a list; their code is loaded on first use. */
export const FiguresPiece = (props: FiguresProps) => (
  <Suspense fallback={<LoadingState rows={8} />}>
    <Piece {...props} />
  </Suspense>
);

import { loadPiece } from "@staffroom/api";
import type { Field } from "@staffroom/contract";
import { lazy, Suspense } from "react";

const Dialog = lazy(() => loadPiece(() => import("./import-dialog")));

/** The dialog that imports a spreadsheet into a list, loaded on demand. */
export const Import = (props: { path: string; fields: readonly Field[]; onDone: () => void; onClose: () => void }) => (
  <Suspense fallback={null}>
    <Dialog {...props} />
  </Suspense>
);

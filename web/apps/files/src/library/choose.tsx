import { loadPiece, useApi, seldomChanged } from "@staffroom/api";
import type { WidgetProps } from "@staffroom/contract";
import { DialogButton } from "@staffroom/ui";
import { lazy, Suspense } from "react";
import type { Root } from "./types";

const ChooseDialog = lazy(() => loadPiece(() => import("./choose-dialog")));

/** A button that opens the library over a record, an email or a ticket, to choose files. */
export default function FromLibrary(props: WidgetProps["library"]) {
  const { data } = useApi<Root[]>("/library/roots", undefined, { staleTime: seldomChanged });
  if (!data?.length) return null;
  return (
    <DialogButton label="From the library" icon="book">
      {(close) => (
        <Suspense fallback={null}>
          <ChooseDialog {...props} roots={data} onClose={close} />
        </Suspense>
      )}
    </DialogButton>
  );
}

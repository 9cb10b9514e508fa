import { loadPiece, useApi, seldomChanged } from "@staffroom/api";
import type { WidgetProps } from "@staffroom/contract";
import { Icon } from "@staffroom/ui";
import { Button } from "antd";
import { lazy, Suspense, useState } from "react";
import type { Root } from "./types";

const ChooseDialog = lazy(() => loadPiece(() => import("./choose-dialog")));

/** A button that opens the library over a record, an email or a ticket, to choose files. */
export default function FromLibrary(props: WidgetProps["library"]) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useApi<Root[]>("/library/roots", undefined, { staleTime: seldomChanged });
  if (!data?.length) return null;
  return (
    <>
      <Button icon={<Icon name="book" size={15} />} onClick={() => setOpen(true)}>
        From the library
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ChooseDialog {...props} roots={data} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

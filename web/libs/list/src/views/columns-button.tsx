import { loadPiece } from "@staffroom/api";
import { Icon, inWindow } from "@staffroom/ui";
import { Button, Popover, Tooltip } from "antd";
import { lazy, Suspense, useRef, useState } from "react";
import type { ListViews } from "./saved-views";

const Panel = lazy(() => loadPiece(() => import("./columns-panel")));

/** The button that opens the choice of columns; `words` adds its label. */
export function ColumnsButton({ views, words }: { views: ListViews; words?: boolean }) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      align={inWindow}
      arrow={false}
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      content={
        <Suspense fallback={<div className="sr-columns" />}>
          <Panel views={views} onClose={close} />
        </Suspense>
      }
    >
      <Tooltip title={open ? "" : "Columns"}>
        <Button
          ref={button}
          aria-label="Columns"
          aria-expanded={open}
          icon={<Icon name="columns" size={15} />}
          onKeyDown={(event) => event.key === "Escape" && setOpen(false)}
        >
          {words ? "Columns" : undefined}
        </Button>
      </Tooltip>
    </Popover>
  );
}

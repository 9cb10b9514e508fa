import type { WidgetProps } from "@staffroom/contract";
import { Dialog } from "@staffroom/ui";
import { useState } from "react";
import { Viewer } from "./viewer";
import "../style.css";

/** The viewer over the current screen. */
export default function ViewerDialog({ files, current, onClose }: WidgetProps["viewer"]) {
  const [shown, setShown] = useState(current);
  return (
    <Dialog
      open
      label="File"
      closable={false}
      footer={null}
      width="100vw"
      className="fil-full"
      onCancel={onClose}
      destroyOnHidden
    >
      <Viewer files={files} current={shown} onShow={setShown} onClose={onClose} />
    </Dialog>
  );
}

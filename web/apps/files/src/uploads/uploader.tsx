import type { WidgetProps } from "@staffroom/contract";
import { Icon } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import { UploadDialog } from "./dialog";

/** A button that opens the uploader: money.md 2, Uploader dialog. */
export default function Uploader({ kind, entityType, entityTypeId, onUploaded }: WidgetProps["uploader"]) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Icon name="upload" size={15} />} onClick={() => setOpen(true)}>
        Upload
      </Button>
      {open && (
        <UploadDialog
          kind={kind}
          entityType={entityType}
          entityTypeId={entityTypeId}
          onUploaded={onUploaded}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

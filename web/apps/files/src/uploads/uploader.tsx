import type { WidgetProps } from "@staffroom/contract";
import { DialogButton } from "@staffroom/ui";
import { UploadDialog } from "./dialog";

/** A button that opens the uploader: money.md 2, Uploader dialog. */
export default function Uploader({ kind, entityType, entityTypeId, onUploaded }: WidgetProps["uploader"]) {
  return (
    <DialogButton label="Upload" icon="upload">
      {(close) => (
        <UploadDialog
          kind={kind}
          entityType={entityType}
          entityTypeId={entityTypeId}
          onUploaded={onUploaded}
          onClose={close}
        />
      )}
    </DialogButton>
  );
}

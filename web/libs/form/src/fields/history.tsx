import { useApi } from "@staffroom/api";
import type { Field, FieldChange } from "@staffroom/contract";
import { Dialog, ErrorState, formatDateTime, Icon, LoadingState, StatePanel } from "@staffroom/ui";
import { Button, Tooltip } from "antd";
import { useState } from "react";
import { FieldValue } from "./show-value";

/** The author of a change, and the user who impersonated them. */
export const authorOf = ({ userName, actingUserName }: FieldChange): string =>
  actingUserName ? `${actingUserName} as ${userName}` : userName;

function Changes({ path, field }: { path: string; field: Field }) {
  const { data, error, refetch, isPending } = useApi<FieldChange[]>(
    `${path}/history`,
    { field: field.name },
    { staleTime: 0 },
  );
  if (isPending) return <LoadingState rows={4} />;
  if (error) return <ErrorState error={error} onRetry={refetch} compact />;
  if (!data.length)
    return (
      <StatePanel icon="history" title="Never changed" text="Changes to this field will be listed here." compact />
    );
  return (
    <ol className="sr-history">
      {data.map((change) => (
        <li key={change.id}>
          <div className="sr-muted">
            {formatDateTime(change.changed)} · {authorOf(change)}
          </div>
          <div className="sr-history-values">
            <del>{change.oldText ?? <FieldValue field={field} value={change.oldValue} />}</del>
            <Icon name="chevron-right" size={13} />
            <span>{change.newText ?? <FieldValue field={field} value={change.newValue} />}</span>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** A button that shows the history of one field, for users who may read it. */
export function HistoryButton({ path, field }: { path: string; field: Field }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Tooltip title="History">
        <Button
          type="text"
          size="small"
          className="sr-field-history"
          aria-label={`History of ${field.title}`}
          icon={<Icon name="history" size={14} />}
          onClick={() => setOpen(true)}
        />
      </Tooltip>
      <Dialog
        open={open}
        title={`History of ${field.title}`}
        footer={null}
        onCancel={() => setOpen(false)}
        destroyOnHidden
      >
        {open && <Changes path={path} field={field} />}
      </Dialog>
    </>
  );
}

import { useApi } from "@staffroom/api";
import type { Field, FieldChange } from "@staffroom/contract";
import { ErrorState, formatDateTime, Icon, LoadingState, StatePanel } from "@staffroom/ui";
import { Button, Modal, Tooltip } from "antd";
import { useState } from "react";
import { FieldValue } from "./show-value";

function Changes({ path, field }: { path: string; field: Field }) {
  const { data, error, refetch, isPending } = useApi<FieldChange[]>(`${path}/history`, { field: field.name }, { staleTime: 0 });
  if (isPending) return <LoadingState rows={4} />;
  if (error) return <ErrorState error={error} onRetry={refetch} compact />;
  if (!data.length) return <StatePanel icon="history" title="Never changed" text="Changes to this field will be listed here." compact />;
  return (
    <ol className="sr-history">
      {data.map((change) => (
        <li key={change.id}>
          <div className="sr-muted">
            {formatDateTime(change.changed)} · {change.userName}
            {change.actingUserId !== null && change.actingUserId !== change.userId && ` (by user ${change.actingUserId})`}
          </div>
          <div className="sr-history-values">
            <del><FieldValue field={field} value={change.oldValue} /></del>
            <Icon name="chevron-right" size={13} />
            <span><FieldValue field={field} value={change.newValue} /></span>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Opens the changes of one field; for sysAdmin. */
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
      <Modal open={open} title={`History of ${field.title}`} footer={null} onCancel={() => setOpen(false)} destroyOnHidden>
        {open && <Changes path={path} field={field} />}
      </Modal>
    </>
  );
}

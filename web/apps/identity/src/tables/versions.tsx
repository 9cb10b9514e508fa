import { api, invalidate, mayKeep, useApi } from "@staffroom/api";
import type { Shape } from "@staffroom/contract";
import { Answered, Dialog, formatDateTime, PlainTable, toast, useAttempt } from "@staffroom/ui";
import { Button, Checkbox } from "antd";
import { useState } from "react";
import { useRoles } from "../roles/roles";
import type { SharedTable } from "./definition";

type Version = Shape<"identity", "TableVersion">;

type VersionsProps = {
  table: SharedTable;
  onRestored: (saved: SharedTable) => void;
  onClose: () => void;
};

/** A table's versions saved for all, with their title and readers; each can be saved again. */
export default function Versions({ table, onRestored, onClose }: VersionsProps) {
  const path = `/tables/${table.id}/versions`;
  const versions = useApi<Version[]>(path);
  const roles = useRoles().data ?? [];
  const titleOf = (role: string) => roles.find(({ id }) => id === role)?.title ?? role;
  const [withSharing, setWithSharing] = useState(false);
  const [busy, attempt] = useAttempt();
  const restore = ({ version }: Version) =>
    attempt(async () => {
      const saved = await api.post<SharedTable>(`${path}/${version}/restore`, { sharing: withSharing });
      await invalidate(path);
      toast.success(`Version ${version} was saved for all again`);
      onRestored(saved);
    }, String(version));
  const mayRestore = table.may.change && mayKeep();
  return (
    <Dialog
      open
      title={`Versions of ${table.title}`}
      width={760}
      footer={<Button onClick={onClose}>Close</Button>}
      onCancel={onClose}
    >
      <p className="sr-muted">
        Each Save for all keeps a version. Restoring one makes it the newest, and no version is lost.
      </p>
      {table.may.own && (
        <Checkbox checked={withSharing} onChange={({ target }) => setWithSharing(target.checked)}>
          Also restore the people it was shared with
        </Checkbox>
      )}
      <Answered query={versions} rows={4}>
        {(rows) => (
          <PlainTable
            rows={rows}
            keyOf={({ version }) => version}
            empty="No versions yet: the first Save for all keeps one."
            stacks
            columns={[
              { title: "Version", head: true, num: true, cell: ({ version }) => version },
              { title: "Title", cell: ({ title }) => title },
              { title: "Saved", cell: ({ saved, savedBy }) => `${formatDateTime(saved)}, ${savedBy}` },
              {
                title: "Shared with",
                cell: ({ roles: shared, people }) => [...shared.map(titleOf), ...people].join(", ") || "Nobody",
              },
              {
                title: <span className="sr-visually-hidden">Actions</span>,
                cell: (row) =>
                  row.version === table.version ? (
                    <span className="sr-muted">Present</span>
                  ) : (
                    mayRestore && (
                      <Button
                        size="small"
                        loading={busy === String(row.version)}
                        aria-label={`Restore version ${row.version}`}
                        onClick={() => void restore(row)}
                      >
                        Restore
                      </Button>
                    )
                  ),
              },
            ]}
          />
        )}
      </Answered>
    </Dialog>
  );
}

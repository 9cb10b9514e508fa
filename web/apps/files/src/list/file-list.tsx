import { api, hasRole, invalidate, queryClient, useUser } from "@staffroom/api";
import type { Page, Row, WidgetProps } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { attempt, FileIcon, formatBytes, IconButton } from "@staffroom/ui";
import { useMemo, useState } from "react";
import FromLibrary from "../library/choose";
import Uploader from "../uploads/uploader";
import ViewerDialog from "../viewer/dialog";
import "../style.css";

const cells = {
  name: (value: unknown, row: Row) => (
    <span className="fil-name">
      <FileIcon name={`${String(value)}.${String(row.extension)}`} />
      <span>{String(value)}</span>
    </span>
  ),
  size: (value: unknown) => formatBytes(Number(value)),
};

/** Ids of the visible files, for previous and next. */
function shownFiles(): number[] {
  const pages = queryClient.getQueriesData<Page>({ queryKey: ["/files", "page"], type: "active" });
  return pages.flatMap(([, page]) => page?.data.map(({ id }) => Number(id)) ?? []);
}

/** All files that the user may see. */
export const EveryFile = () => <FileList whole />;

/** Files of a record, or all files: list, full-screen preview, upload, lock, visibility. */
export default function FileList({
  entityType,
  entityTypeId,
  readOnly,
  kind,
  height,
  whole,
}: WidgetProps["files"] & { whole?: boolean }) {
  const staff = hasRole(useUser(), "staff");
  const [open, setOpen] = useState<{ files: number[]; current: number } | null>(null);
  const fixed = useMemo(
    () => ({
      ...(entityType ? { entityType } : {}),
      ...(entityTypeId === undefined ? {} : { entityTypeId: String(entityTypeId) }),
    }),
    [entityType, entityTypeId],
  );
  const show = (row: Row) => {
    const files = shownFiles();
    const current = Number(row.id);
    setOpen({ files: files.includes(current) ? files : [current], current });
  };
  const toggle = (row: Row, move: string) => attempt(() => api.post(`/file/${String(row.id)}/${move}`));
  const actions = (row: Row) => (
    <span className="fil-actions" onDoubleClick={(event) => event.stopPropagation()}>
      {staff && !readOnly && (
        <>
          <IconButton
            aria-pressed={row.locked === true}
            icon="lock"
            size={14}
            label={row.locked ? "Unlock" : "Lock"}
            onClick={() => toggle(row, row.locked ? "unlock" : "lock")}
          />
          <IconButton
            aria-pressed={row.visible === true}
            icon="users"
            size={14}
            label={row.visible ? "Make invisible" : "Make visible"}
            onClick={() => toggle(row, row.visible ? "invisible" : "visible")}
          />
        </>
      )}
      <IconButton icon="external" size={14} label="Open" onClick={() => show(row)} />
    </span>
  );
  return (
    <>
      <ListScreen
        path="/files"
        fixed={fixed}
        embedded={whole ? undefined : { height }}
        readOnly={readOnly}
        cells={cells}
        rowActions={actions}
        rowClassName={(row) => (row.visible === false ? "fil-invisible" : "")}
        onOpen={show}
        emptyText={readOnly ? "There are no files here." : "Upload a file to begin."}
        actions={
          !readOnly && (
            <>
              <FromLibrary
                kind={kind}
                entityType={entityType}
                entityTypeId={entityTypeId}
                onChosen={() => void invalidate("/files")}
              />
              <Uploader
                kind={kind}
                entityType={entityType}
                entityTypeId={entityTypeId}
                onUploaded={() => void invalidate("/files")}
              />
            </>
          )
        }
      />
      {open && <ViewerDialog {...open} onClose={() => setOpen(null)} />}
    </>
  );
}

import { api, invalidate, useApi, useListMeta, useListPage } from "@staffroom/api";
import type { RecordData } from "@staffroom/contract";
import { FieldFormDialog, FieldSections } from "@staffroom/form";
import { Dialog, ErrorState, formatDate, Icon, LoadingState, PageHeader, Panel, RichTextView, StatePanel, toast, useDialogs } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import "../style.css";

type Note = { id: number; versionName: string; released: string; title: string; body: string };

function Editor({ id }: { id: number }) {
  const { data, error, refetch } = useApi<RecordData>(`/release-notes/${id}`, undefined, { staleTime: 0 });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return data ? <FieldSections thing="/release-notes" record={data} /> : <LoadingState />;
}

function NotePanel({ note, mayEdit, onEdit, onDelete }: { note: Note; mayEdit: boolean; onEdit: () => void; onDelete: () => void }) {
  const tools = mayEdit && (
    <span>
      <Button type="text" size="small" icon={<Icon name="pencil" size={14} />} aria-label={`Edit the notes of ${note.versionName}`} onClick={onEdit} />
      <Button type="text" size="small" icon={<Icon name="trash" size={14} />} aria-label={`Delete the notes of ${note.versionName}`} onClick={onDelete} />
    </span>
  );
  const title = (
    <span className="id-note-title">
      <span className="id-note-version">{note.versionName}</span>
      {note.title}
      <span className="sr-muted sr-num">{formatDate(note.released)}</span>
    </span>
  );
  return <Panel title={title} extra={tools}><RichTextView html={note.body} /></Panel>;
}

/** The release notes by version, the newest first. */
export default function Screen() {
  const dialogs = useDialogs();
  const meta = useListMeta("/release-notes");
  const [size, setSize] = useState(25);
  const page = useListPage("/release-notes", { sort: "-released", page: 1, pageSize: size });
  const [adding, setAdding] = useState(false);
  const [editing, setEditing] = useState<Note | null>(null);
  const notes = (page.data?.data ?? []) as Note[];
  const again = () => void invalidate("/release-notes");
  const remove = async (note: Note) => {
    if (!(await dialogs.askDelete(`the notes of ${note.versionName}`))) return;
    await api.delete(`/release-notes/${note.id}`).then(again).catch(toast.error);
  };
  const add = meta.data?.may.add && <Button type="primary" icon={<Icon name="plus" size={15} />} onClick={() => setAdding(true)}>Add</Button>;
  return (
    <>
      <PageHeader title="Release notes" actions={add} />
      {page.error && !page.data && <Panel><ErrorState error={page.error} onRetry={() => void page.refetch()} /></Panel>}
      {page.isPending && <Panel><LoadingState rows={8} /></Panel>}
      {page.data && !notes.length && <Panel><StatePanel icon="sparkles" title="No release notes yet" text="What changes will be told here." /></Panel>}
      <div className="id-notes">
        {notes.map((note) => (
          <NotePanel key={note.id} note={note} mayEdit={!!meta.data?.may.edit} onEdit={() => setEditing(note)} onDelete={() => void remove(note)} />
        ))}
        {page.data?.next && size < 1000 && <Button onClick={() => setSize(size === 25 ? 100 : 1000)}>Show earlier versions</Button>}
      </div>
      {meta.data?.add && (
        <FieldFormDialog
          open={adding}
          title="Add release notes"
          fields={meta.data.add.fields}
          to={meta.data.add.path}
          draftKey="add:/release-notes"
          onCancel={() => setAdding(false)}
          onDone={() => {
            setAdding(false);
            again();
          }}
        />
      )}
      <Dialog
        open={!!editing}
        title={`Notes of ${editing?.versionName ?? ""}`}
        footer={null}
        width={760}
        destroyOnHidden
        onCancel={() => {
          setEditing(null);
          again();
        }}
      >
        {editing && <Editor id={editing.id} />}
      </Dialog>
    </>
  );
}

import { api, invalidate, useListMeta, useListPage, useRecord } from "@staffroom/api";
import type { RecordData } from "@staffroom/contract";
import { FieldSections, FormButton } from "@staffroom/form";
import {
  Answered,
  attempt,
  Dialog,
  formatDate,
  IconButton,
  PageHeader,
  Panel,
  RichTextView,
  StatePanel,
  useDialogs,
} from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import "../style.css";

type Note = { id: number; versionName: string; released: string; title: string; body: string };

function Editor({ id }: { id: number }) {
  const query = useRecord<RecordData>(`/release-notes/${id}`);
  return <Answered query={query}>{(note) => <FieldSections thing="/release-notes" record={note} />}</Answered>;
}

type NotePanelProps = {
  note: Note;
  mayEdit: boolean;
  onEdit: () => void;
  onDelete: () => void;
};

function NotePanel({ note, mayEdit, onEdit, onDelete }: NotePanelProps) {
  const tools = mayEdit && (
    <span>
      <IconButton icon="pencil" size={14} label={`Edit the notes of ${note.versionName}`} onClick={onEdit} />
      <IconButton icon="trash" size={14} label={`Delete the notes of ${note.versionName}`} onClick={onDelete} />
    </span>
  );
  const title = (
    <span className="id-note-title">
      <span className="id-note-version">{note.versionName}</span>
      {note.title}
      <span className="sr-muted sr-num">{formatDate(note.released)}</span>
    </span>
  );
  return (
    <Panel title={title} extra={tools}>
      <RichTextView html={note.body} />
    </Panel>
  );
}

/** The release notes by version, the newest first. */
export default function Screen() {
  const dialogs = useDialogs();
  const meta = useListMeta("/release-notes").data;
  const [size, setSize] = useState(25);
  const page = useListPage("/release-notes", { sort: "-released", page: 1, pageSize: size });
  const [editing, setEditing] = useState<Note | null>(null);
  const again = () => void invalidate("/release-notes");
  const remove = async (note: Note) => {
    if (await dialogs.askDelete(`the notes of ${note.versionName}`))
      await attempt(() => api.delete(`/release-notes/${note.id}`).then(again));
  };
  const add = meta?.may.add && meta.add && (
    <FormButton
      primary
      label="New release note"
      submitLabel="Add release note"
      fields={meta.add.fields}
      to={meta.add.path}
      draftKey="add:/release-notes"
      onDone={again}
    />
  );
  return (
    <>
      <PageHeader title="Release notes" actions={add} />
      <Answered query={page} panel rows={8}>
        {({ data, next }) =>
          data.length === 0 ? (
            <Panel>
              <StatePanel icon="sparkles" title="No release notes yet" text="Release notes will be listed here." />
            </Panel>
          ) : (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who may not edit has nothing else here from which keys scroll the page
            <div className="id-notes" role="region" aria-label="Release notes by version" tabIndex={0}>
              {(data as Note[]).map((note) => (
                <NotePanel
                  key={note.id}
                  note={note}
                  mayEdit={!!meta?.may.edit}
                  onEdit={() => setEditing(note)}
                  onDelete={() => void remove(note)}
                />
              ))}
              {next && size < 1000 && (
                <Button onClick={() => setSize(size === 25 ? 100 : 1000)}>Show earlier versions</Button>
              )}
            </div>
          )
        }
      </Answered>
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

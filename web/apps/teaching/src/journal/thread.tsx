import { api, invalidate, useRecord, useUser } from "@staffroom/api";
import { EditableField, useFields } from "@staffroom/form";
import {
  Answered,
  formatDate,
  formatDateTime,
  RichTextView,
  toast,
  useAttempt,
  useDialogs,
  useGone,
} from "@staffroom/ui";
import { Button } from "antd";
import { useEffect, useEffectEvent, useState } from "react";
import { Cards } from "./cards";
import { journalChanged, list, pathOf, type Entry, type Reply } from "./types";

type Props = { id: number; onOpen: (id: number | null) => void; onReply: (entry: Entry) => void };

/** An entry with its thread; opening it marks its unread entries as read. */
export function Thread({ id, onOpen, onReply }: Props) {
  const query = useRecord<Entry>(pathOf(id));
  useGone(query, "The entry", () => onOpen(null));
  return (
    <Answered query={query} rows={6}>
      {(entry) => <Opened entry={entry} onOpen={onOpen} onReply={onReply} reload={() => void query.refetch()} />}
    </Answered>
  );
}

/** Records once that the entries were read. */
function useRead(thread: readonly Reply[]): void {
  const { impersonatedBy } = useUser();
  const unread = thread
    .flatMap(({ isRead, journalWithUserId }) => (isRead || journalWithUserId === null ? [] : [journalWithUserId]))
    .join();
  const read = useEffectEvent(async () => {
    await Promise.all(unread.split(",").map((one) => api.post(`/journalWithUser/${one}/read`)));
    void invalidate(list);
  });
  useEffect(() => {
    if (unread && !impersonatedBy) read().catch(() => undefined);
  }, [unread, impersonatedBy]);
}

function Opened({ entry, onOpen, onReply, reload }: Omit<Props, "id"> & { entry: Entry; reload: () => void }) {
  useRead(entry.thread);
  return (
    <div className="tea-thread">
      {entry.thread.map((one) => (
        <article
          key={one.id}
          className="tea-entry"
          data-open={one.id === entry.id || undefined}
          aria-label={`Entry of ${one.author.name}, ${formatDate(one.date)}`}
        >
          {one.id === entry.id ? (
            <Whole entry={entry} reload={reload} onOpen={onOpen} onReply={onReply} />
          ) : (
            <Other reply={one} onOpen={onOpen} />
          )}
        </article>
      ))}
    </div>
  );
}

const toWhom = (names: readonly string[]) => (names.length > 0 ? `to ${names.join(", ")}` : "for the author alone");

/** Another entry of the thread. */
function Other({ reply, onOpen }: { reply: Reply; onOpen: Props["onOpen"] }) {
  return (
    <>
      <header>
        <b>{reply.author.name}</b>{" "}
        <span className="sr-muted">
          {formatDate(reply.date)}, {toWhom(reply.people)}
        </span>
        {!reply.isRead && <span className="tea-new">New</span>}
        <span className="sr-spacer" />
        <Button size="small" type="text" onClick={() => onOpen(reply.id)}>
          Open
        </Button>
      </header>
      <RichTextView html={reply.content} />
    </>
  );
}

/** The open entry: its author changes it in place, and deletes it while nobody else has read it. */
function Whole({ entry, reload, onOpen, onReply }: Omit<Props, "id"> & { entry: Entry; reload: () => void }) {
  const [isEditing, setEditing] = useState(false);
  const [busy, attempt] = useAttempt();
  const dialogs = useDialogs();
  const { fields } = useFields("/journalEntry");
  const remove = async () => {
    if (!(await dialogs.askDelete("this entry"))) return;
    await attempt(async () => {
      await api.delete(pathOf(entry.id));
      toast.success("Journal entry deleted");
      onOpen(null);
      journalChanged();
    });
  };
  const readers = entry.users.filter(({ isRead }) => isRead).map(({ name }) => name);
  return (
    <>
      <header>
        <b>{entry.author.name}</b>{" "}
        <span className="sr-muted">
          {formatDate(entry.date)}, {toWhom(entry.users.map(({ name }) => name))}
        </span>
      </header>
      {isEditing ? (
        <div className="sr-fields">
          {[...fields.values()]
            .filter(({ name }) => entry.may.edit.includes(name))
            .map((field) => (
              <EditableField
                key={field.name}
                field={field}
                path={pathOf(entry.id)}
                value={entry[field.name as keyof Entry]}
                onSaved={journalChanged}
              />
            ))}
        </div>
      ) : (
        <RichTextView html={entry.content} />
      )}
      <Cards cards={entry.links} />
      <p className="sr-muted tea-entry-foot">
        {[
          entry.departmentTitle,
          `written ${formatDateTime(entry.created)}`,
          entry.isEdited && `changed ${formatDateTime(entry.modified)}`,
          readers.length > 0 && `read by ${readers.join(", ")}`,
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <div className="tea-entry-acts">
        <Button type="primary" onClick={() => onReply(entry)}>
          Reply
        </Button>
        {entry.may.edit.length > 0 && (
          <Button
            onClick={() => {
              setEditing(!isEditing);
              if (isEditing) reload();
            }}
          >
            {isEditing ? "Done" : "Edit entry"}
          </Button>
        )}
        {entry.may.delete && (
          <Button danger loading={busy !== null} onClick={() => void remove()}>
            Delete entry
          </Button>
        )}
      </div>
    </>
  );
}

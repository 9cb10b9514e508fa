import { api, invalidate, useUser } from "@staffroom/api";
import type { Field } from "@staffroom/contract";
import { FieldForm } from "@staffroom/form";
import { ColorLabel, EmptyState, FileIcon, formatDateTime, RichTextView } from "@staffroom/ui";
import { useEffect, useRef, useState } from "react";
import { base, type Ticket, type TicketMessage } from "./types";

const fields: Field[] = [
  { name: "message", title: "Message", type: "richtext", required: true, maxLength: 20_000 },
  { name: "fileIds", title: "Files", type: "files" },
];

/** Marks the messages on the screen as read. */
function useReading(ticket: Ticket, path: string): void {
  const { id: me } = useUser();
  const reported = useRef(new Set<number>());
  useEffect(() => {
    const unread = ticket.messages.filter(({ id, users }) => !reported.current.has(id) && users.some((one) => one.user.id === me && !one.read));
    if (!unread.length) return;
    for (const { id } of unread) reported.current.add(id);
    Promise.all(unread.map(({ id }) => api.post(`/v2/support/message/${id}/read`))).then(
      () => invalidate(path),
      // The next refresh of the ticket retries.
      () => unread.forEach(({ id }) => reported.current.delete(id)),
    );
  }, [ticket, path, me]);
}

/** The messages, the oldest first, and the form of a new one. */
export function Thread({ ticket, path, onSent }: { ticket: Ticket; path: string; onSent: () => void }) {
  useReading(ticket, path);
  const [sent, setSent] = useState(0);
  const end = useRef<HTMLLIElement>(null);
  const count = ticket.messages.length;
  // Newer browsers return a promise, which must not become the clean-up function.
  useEffect(() => void end.current?.scrollIntoView?.({ block: "nearest" }), [count]);
  const send = async (values: Record<string, unknown>, idempotencyKey: string) => {
    await api.post(`${base}/${ticket.id}/message`, values, { idempotencyKey });
    setSent((now) => now + 1);
    onSent();
  };
  return (
    <section className="sr-ticket-thread" aria-label="Messages">
      <ol>
        {ticket.messages.map((message) => <Message key={message.id} message={message} />)}
        <li ref={end} aria-hidden />
      </ol>
      {ticket.may.message ? (
        <FieldForm key={sent} fields={fields} draftKey={`ticket:${ticket.id}:message`} submitLabel="Send" onSubmit={send} />
      ) : (
        <EmptyState compact icon="check" title="This ticket is resolved" text="Reopen it to write on it." />
      )}
    </section>
  );
}

function Message({ message }: { message: TicketMessage }) {
  const { user, created, files, responsibleStaff, users } = message;
  const read = users.filter((one) => one.read).map((one) => one.user.name);
  return (
    <li className="sr-ticket-message" data-support={responsibleStaff || undefined}>
      <header>
        <b>{user.name}</b>
        {responsibleStaff && <ColorLabel label="Support" color="teal" />}
        <time dateTime={created.date}>{formatDateTime(created.date)}</time>
      </header>
      <RichTextView html={message.message} />
      {files.length > 0 && (
        <p className="sr-ticket-files">
          {files.map((file) => <a key={file.id} href={`#/file/${file.id}`} target="_blank" rel="noreferrer"><FileIcon name={file.name} /> {file.name}</a>)}
        </p>
      )}
      {users.length > 0 && <footer>{read.length ? `Read by ${read.join(", ")}` : "Not read yet"}</footer>}
    </li>
  );
}

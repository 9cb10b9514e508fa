import { api, invalidate, seldomChanged, useApi, useUser } from "@staffroom/api";
import type { Answer, Field } from "@staffroom/contract";
import { FieldForm, type Form } from "@staffroom/form";
import {
  ColorLabel,
  EmptyState,
  FileIcon,
  formatDateTime,
  MentionContext,
  RichTextView,
  SnippetContext,
  type Mentionable,
  type Snippet,
  type Snippets,
} from "@staffroom/ui";
import { Button } from "antd";
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { countDocument, Documents, linkTo } from "../articles/documents";
import { mentioning, withMentions } from "../comments/mentions";
import { MailFoot, MailMarks, MailSent, type MailIn, type MailOut } from "./by-mail";
import { SplitButton } from "./merging";
import { base, type CannedChoice, type Ticket, type TicketMessage, type Writing } from "./types";

const nobody: readonly Mentionable[] = [];

const fields: Field[] = [
  { name: "message", title: "Message", type: "richtext", required: true, maxLength: 20_000 },
  { name: "fileIds", title: "Files", type: "files" },
];

const note: Field = {
  name: "internal",
  title: "Internal note",
  type: "boolean",
  help: "Only staff see it. Type @ and a whole name to inform somebody.",
};
const waits: Field = {
  name: "waits",
  title: "Wait for the answer",
  type: "boolean",
  help: "The clock of the ticket is stopped until it is answered.",
};

/** The fields of staff: internal notes, which have no files. The team's own may stop the clock. */
const fieldsOf =
  (isTeam: boolean) =>
  (drafts: Record<string, unknown>): readonly Field[] => {
    const [message, files] = fields as [Field, Field];
    return drafts.internal ? [message, note] : [message, files, note, ...(isTeam ? [waits] : [])];
  };
const teamFields = fieldsOf(true);
const staffFields = fieldsOf(false);

/** Returns the team's canned answers, for the button and for `/`. */
function useCannedAnswers(ticket: Ticket): Snippets | null {
  const offers = ticket.may.support && ticket.may.message;
  const { data } = useApi<CannedChoice[]>(`${base}/${ticket.id}/answers`, undefined, {
    enabled: offers,
    staleTime: seldomChanged,
  });
  return useMemo(
    () =>
      offers && data?.length
        ? {
            label: "Canned answers",
            snippets: data,
            onUsed: ({ id }: Snippet) => void api.post(`/v2/support/answer/${id}/used`).catch(() => undefined),
          }
        : null,
    [offers, data],
  );
}

type TellWritingProps = {
  drafts: Record<string, unknown>;
  onWriting: (writing: Writing) => void;
};

/** Reports what is being written, while there is a text. */
function TellWriting({ drafts, onWriting }: TellWritingProps) {
  const writing = !drafts.message ? null : drafts.internal ? "note" : "answer";
  useEffect(() => {
    onWriting(writing);
    return () => onWriting(null);
  }, [writing, onWriting]);
  return null;
}

/** Marks the messages on the screen as read. */
function useReading(ticket: Ticket, path: string): void {
  const { id: me } = useUser();
  const reported = useRef(new Set<number>());
  useEffect(() => {
    const unread = ticket.messages.filter(
      ({ id, users }) => !reported.current.has(id) && users.some((one) => one.user.id === me && !one.read),
    );
    if (!unread.length) return;
    for (const { id } of unread) reported.current.add(id);
    Promise.all(unread.map(({ id }) => api.post(`/v2/support/message/${id}/read`))).then(
      () => invalidate(path),
      // The next refresh of the ticket retries.
      () => unread.forEach(({ id }) => reported.current.delete(id)),
    );
  }, [ticket, path, me]);
}

type ThreadProps = {
  ticket: Ticket;
  path: string;
  onSent: () => void;
  onWriting: (writing: Writing) => void;
  children?: ReactNode;
};

/** The messages, oldest first, and the form for a new one. */
export function Thread({ ticket, path, onSent, onWriting, children }: ThreadProps) {
  useReading(ticket, path);
  const canned = useCannedAnswers(ticket);
  const [sent, setSent] = useState(0);
  const { note = false, support } = ticket.may;
  const people = useApi<Answer<"support", "/comments/people">>("/comments/people", undefined, {
    enabled: note,
    staleTime: seldomChanged,
  });
  const question = ticket.messages.find(({ status, internal }) => status === "sent" && !internal)?.id;
  const end = useRef<HTMLLIElement>(null);
  const count = ticket.messages.length;
  // Newer browsers return a promise, which must not become the clean-up function.
  useEffect(() => void end.current?.scrollIntoView?.({ block: "nearest" }), [count]);
  const send = async (values: Record<string, unknown>, idempotencyKey: string) => {
    const typed = String(values.message);
    await api.post(
      `${base}/${ticket.id}/message`,
      { ...values, message: mentioning(typed, people.data ?? nobody) },
      { idempotencyKey },
    );
    setSent((now) => now + 1);
    onSent();
  };
  return (
    <section className="sr-ticket-thread" aria-label="Messages">
      <ol>
        {ticket.messages.map((message) => (
          <Message
            key={message.id}
            message={message}
            mailIn={ticket.mails.incoming.find((one) => one.messageId === message.id)}
            mailsOut={ticket.mails.outgoing.filter((one) => one.messageId === message.id)}
          >
            {support && message.id !== question && !message.internal && (
              <SplitButton messageId={message.id} title={ticket.title} onChanged={onSent} />
            )}
          </Message>
        ))}
        <li ref={end} aria-hidden />
      </ol>
      {children}
      {ticket.may.message ? (
        <MentionContext value={people.data ?? nobody}>
          <SnippetContext value={canned}>
            <FieldForm
              key={sent}
              fields={note ? (support ? teamFields : staffFields) : fields}
              draftKey={`ticket:${ticket.id}:message`}
              submitLabel="Send"
              onSubmit={send}
            >
              {(form) => (
                <>
                  <TellWriting drafts={form.drafts} onWriting={onWriting} />
                  {support && <ToInsert form={form} ticket={ticket} />}
                </>
              )}
            </FieldForm>
          </SnippetContext>
        </MentionContext>
      ) : (
        <EmptyState
          compact
          icon="check"
          title="This ticket is resolved"
          text={ticket.mergedInto ? "Its messages are on the ticket it was merged into." : "Reopen it to write on it."}
        />
      )}
    </section>
  );
}

/** Documents about the ticket; their link is added at the end of the answer. */
function ToInsert({ form, ticket }: { form: Form; ticket: Ticket }) {
  return (
    <Documents text={ticket.title} title="Documents about it">
      {(document) => (
        <Button
          size="small"
          aria-label={`Insert link: ${document.name}`}
          onClick={() => {
            form.change("message", `${String(form.drafts.message ?? "")}${linkTo(document)}`);
            void countDocument(Number(document.id), "inserted").catch(() => undefined);
          }}
        >
          Insert link
        </Button>
      )}
    </Documents>
  );
}

type MessageProps = {
  message: TicketMessage;
  mailIn?: MailIn;
  mailsOut: readonly MailOut[];
  children?: ReactNode;
};

function Message({ message, mailIn, mailsOut, children }: MessageProps) {
  const { user, created, files, responsibleStaff, users, internal, status, origin } = message;
  const read = users.filter((one) => one.read).map((one) => one.user.name);
  return (
    <li
      className="sr-ticket-message"
      data-support={responsibleStaff || undefined}
      data-internal={internal || undefined}
      data-merged={status === "merged" || undefined}
    >
      <header>
        <b>{user.name}</b>
        {internal && <ColorLabel label="Internal note" color="amber" />}
        {status === "merged" && <ColorLabel label={origin ? `Merged from #${origin.id}` : "Merged"} color="grey" />}
        {responsibleStaff && <ColorLabel label="Support" color="teal" />}
        {mailIn && <MailMarks mail={mailIn} />}
        <time dateTime={created.date}>{formatDateTime(created.date)}</time>
      </header>
      <RichTextView html={withMentions(message.message)} />
      {files.length > 0 && (
        <p className="sr-ticket-files">
          {files.map((file) => (
            <a key={file.id} href={`#/file/${file.id}`} target="_blank" rel="noreferrer">
              <FileIcon name={file.name} /> {file.name}
            </a>
          ))}
        </p>
      )}
      {mailIn && <MailFoot mail={mailIn} />}
      {mailsOut.map((mail) => (
        <MailSent key={mail.id} mail={mail} />
      ))}
      {children}
      {users.length > 0 && <footer>{read.length ? `Read by ${read.join(", ")}` : "Not read yet"}</footer>}
    </li>
  );
}

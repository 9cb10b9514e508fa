export type Attached = { id: number; name: string | null };

/** One mail as `POST /emailTemplate/{id}/preview` answers it; `problem` is why it cannot be sent. */
export type Preview = { id: number; person: string; to: string; problem: string | null; subject: string; body: string; attachments: Attached[] };

export type Text = Pick<Preview, "subject" | "body">;

/** The answer to a sending. */
export type Queued = { id: string; queued: number; skipped: { id: number; person: string; reason: string }[]; title: string; notice: string };

/** A template as its detail shows it. */
export type Template = { id: number; name: string; about: "person" | "invoice"; mergeFields: Record<string, string>; version: number };

/** A mail of the log. */
export type SentMail = {
  id: number;
  person: string;
  recipient: string;
  subject: string;
  body: string;
  fileIds: number[];
  template: string;
  state: "queued" | "sending" | "sent" | "failed" | "unknown";
  error: string;
  sentBy: string;
  queued: string;
  sent: string | null;
};

import type { Answer, Shape } from "@staffroom/contract";

/** One mail as `POST /emailTemplate/{id}/preview` answers it; `problem` is why it cannot be sent. */
export type Preview = Shape<"support", "TemplateMail">;
export type Attached = Preview["attachments"][number];

export type Text = Pick<Preview, "subject" | "body">;

/** The answer to a sending. */
export type Queued = Answer<"support", "/emailTemplate/{id}/send", "post">;

/** A template as its detail shows it. */
export type Template = Answer<"support", "/emailTemplate/{id}">;

/** What is shown of a mail of the log. */
export type SentMail = Pick<
  Answer<"support", "/emailTemplates/sent/{id}">,
  "id" | "person" | "recipient" | "subject" | "body" | "fileIds" | "template" | "state" | "error" | "sentBy" | "queued" | "sent"
>;

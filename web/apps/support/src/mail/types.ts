import type { Answer, Shape } from "@staffroom/contract";

/** One email as `POST /emailTemplate/{id}/preview` returns it; `problem` is the reason why it cannot be sent. */
export type Preview = Shape<"support", "TemplateMail">;
export type Attached = Preview["attachments"][number];

export type Text = Pick<Preview, "subject" | "body">;

/** The response to a sending. */
export type Queued = Answer<"support", "/emailTemplate/{id}/send", "post">;

/** `GET /emailTemplate/{id}`. */
export type Template = Answer<"support", "/emailTemplate/{id}">;

/** The displayed fields of an email in the log. */
export type SentMail = Pick<
  Answer<"support", "/emailTemplates/sent/{id}">,
  | "id"
  | "person"
  | "recipient"
  | "subject"
  | "body"
  | "fileIds"
  | "template"
  | "state"
  | "error"
  | "sentBy"
  | "queued"
  | "sent"
>;
export type MailSending = Answer<"support", "/emailTemplates/sendings/{id}">;
export type UnsubscribedAddress = Answer<"support", "/emailTemplates/unsubscribed/{id}">;
export type BouncedAddress = Answer<"support", "/emailTemplates/bounced/{id}">;
export type BlockedSender = Answer<"support", "/v2/support/blockedSender/{id}">;

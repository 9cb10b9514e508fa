import type { Choice } from "@staffroom/contract";
import { Widget } from "@staffroom/ui";

/** Chooses an email template, then shows its emails to these leads. */
export const EmailLeads = ({ choice, label }: { choice: Choice; label?: string }) => (
  <Widget name="email-selection" props={{ entityType: "lead", path: "/leads", choice, label }} />
);

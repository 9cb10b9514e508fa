import type { Answer, Option, RowOf, Shape } from "@staffroom/contract";

/** `GET v2/support/ticket/{id}`, money.md 3; `error` is told to a sysAdmin alone. */
export type Ticket = Answer<"support", "/v2/support/ticket/{id}">;
/** A message, html; `responsibleStaff`: written by the team, not by who asks; `users`: those it is for. */
export type TicketMessage = Shape<"support", "TicketMessage">;
export type Named = Shape<"support", "TicketUser">;
export type Attached = Shape<"support", "TicketFile">;
/** `GET v2/support/staff`. */
export type SupportStaff = Shape<"support", "SupportMember">;
export type TicketRow = RowOf<"support", "/v2/support/tickets/my">;

/** Teams one can ask (money.md 9). */
export const teams: Option[] = [
  { value: "academicOffice", label: "Academic office" },
  { value: "techSupport", label: "Tech support" },
  { value: "tutorSupport", label: "Tutor support" },
];
export const teamLabel: Record<string, string> = { ...Object.fromEntries(teams.map(({ value, label }) => [value, label])), error: "Error" };
export const categories: Option[] = [
  { value: "general", label: "General" },
  { value: "allocation", label: "Allocation" },
  { value: "bug", label: "Bug" },
  { value: "featureRequest", label: "Feature request" },
  { value: "recommendation", label: "Recommendation" },
];
export const normal = 3;
export const priorities: Option[] = [
  { value: 1, label: "Urgent", color: "red" },
  { value: 2, label: "High", color: "orange" },
  { value: normal, label: "Normal", color: "blue" },
  { value: 4, label: "Low", color: "grey" },
];
export const statusLabel: Record<string, string> = { submitted: "Submitted", inprogress: "In progress", resolved: "Resolved" };
export const statusColor: Record<string, string> = { submitted: "red", inprogress: "amber", resolved: "green" };

export const base = "/v2/support/ticket";
export const lists = "/v2/support/tickets";

import type { Move, Option, RecordData } from "@staffroom/contract";

export type Named = { id: number; name: string };
export type Attached = { id: number; name: string };

export type TicketMessage = {
  id: number;
  user: Named;
  created: { date: string };
  /** Sanitised html. */
  message: string;
  files: Attached[];
  /** Written by the team, not by who asks. */
  responsibleStaff: boolean;
  /** Those it is for, and when they read it. */
  users: { id: number; user: Named; read: string | null }[];
};

/** `GET v2/support/ticket/{id}`, money.md 3. */
export type Ticket = RecordData & {
  title: string;
  type: string;
  status: string;
  date: string;
  user: Named;
  createdBy: Named;
  department: { id: number } | null;
  responsibleStaff: Named | null;
  infoUsers: { user: Named }[];
  slip: { id: number } | null;
  invoice: { id: number; number: string | null } | null;
  /** Told to a sysAdmin alone. */
  error?: { id: number } | null;
  messages: TicketMessage[];
  moves: Move[];
  may: { edit: string[]; message: boolean };
};

/** `GET v2/support/staff`. */
export type SupportStaff = Named & { groups: string[] };

export type TicketRow = { id: number; title: string; status: string; user: string; lastMessage: string };

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

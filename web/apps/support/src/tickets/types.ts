import type { Answer, RowOf, Shape } from "@staffroom/contract";

/** `GET v2/support/ticket/{id}`, money.md 3; `error` is for sysAdmin only. */
export type Ticket = Answer<"support", "/v2/support/ticket/{id}">;
/** A message, html; `responsibleStaff`: written by the team; `users`: the recipients. */
export type TicketMessage = Shape<"support", "TicketMessage">;
/** The clocks of a ticket, which staff see. */
export type Service = Shape<"support", "TicketService">;
/** The response of `POST v2/support/presence/{id}`. */
export type Presence = Shape<"support", "TicketPresence">;
/** The text that a user is writing, null while they read. */
export type Writing = Presence["people"][number]["writing"];
/** A canned answer, filled in for a ticket. */
export type CannedChoice = Shape<"support", "CannedChoice">;
/** `GET v2/support/answer/{id}`. */
export type CannedAnswer = Answer<"support", "/v2/support/answer/{id}">;
/** `GET v2/support/ticketTemplate/{id}`. */
export type TicketTemplate = Answer<"support", "/v2/support/ticketTemplate/{id}">;
/** `GET v2/support/staff`. */
export type SupportStaff = Shape<"support", "SupportMember">;
export type TicketRow = RowOf<"support", "/v2/support/tickets/my">;

export const base = "/v2/support/ticket";
/** Returns the address of a ticket. */
export const screenOf = (id: number): string => `/support/tickets/all?ticket=${id}`;
export const lists = "/v2/support/tickets";
/** Metadata of a ticket's fields: teams, categories, priorities, states. */
export const ticketFields = `${base}/fields`;

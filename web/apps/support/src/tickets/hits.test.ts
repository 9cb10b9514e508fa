import { expect, it } from "vitest";
import { ticketHits } from "./hits";
import type { TicketRow } from "./types";

const ticket = (id: number, title: string, status = "submitted") =>
  ({ id, title, status, user: "Ada Lovelace" }) as TicketRow;
const hits = (query: string) =>
  ticketHits(query, [ticket(7, "Room 123 is cold"), ticket(123, "The total is wrong", "resolved")], (status) =>
    status.toUpperCase(),
  );

it.each(["#123", "123", "ticket 123", "Ticket #123", "ticket123"])(
  "puts the ticket first whose number was asked for as %s",
  (query) => {
    expect(hits(query)[0]).toEqual({
      kind: "Ticket",
      title: "The total is wrong",
      detail: "#123 · Ada Lovelace",
      status: "RESOLVED",
      isPast: true,
      match: "exact",
      target: "/support/tickets/all?ticket=123",
    });
  },
);

it("typed words find no ticket by number", () => {
  expect(hits("Room 123").map(({ match }) => match)).toEqual([undefined, undefined]);
});

import { api } from "@staffroom/api";
import type { SearchHit } from "@staffroom/contract";
import { choiceOf, readChoices } from "@staffroom/screen";
import { ticketHits } from "./hits";
import { lists, ticketFields, type TicketRow } from "./types";

/** Finds tickets by title and number, among those the person sees. */
export async function search(query: string, signal: AbortSignal): Promise<SearchHit[]> {
  const [tickets, choices] = await Promise.all([
    api.get<TicketRow[]>(lists, { query: { search: query, pageSize: 10 }, signal }),
    readChoices(ticketFields),
  ]);
  return ticketHits(query, tickets, (status) => choiceOf(choices, "status", status)?.label ?? status);
}

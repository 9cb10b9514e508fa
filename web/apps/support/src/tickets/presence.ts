import { api, invalidate } from "@staffroom/api";
import { useEffect, useEffectEvent, useState } from "react";
import { isUnderway } from "./by-mail";
import type { Presence, Ticket, Writing } from "./types";

/** Milliseconds between two calls; the server keeps a presence for 25 seconds. */
const every = 10_000;

type Live = { people: Presence["people"]; isLive: boolean };

/** Returns sentences about the people who have the ticket open. */
export function presenceText(people: Presence["people"]): string {
  const doing = (writing: Writing) => people.filter((one) => one.writing === writing).map(({ name }) => name);
  const sentence = (names: string[], one: string, many: string) =>
    names.length ? [`${names.join(" and ")} ${names.length > 1 ? many : one}`] : [];
  return [
    ...sentence(doing("answer"), "is writing an answer", "are writing answers"),
    ...sentence(doing("note"), "is writing an internal note", "are writing internal notes"),
    ...sentence(doing(null), "has this ticket open", "have this ticket open"),
  ].join(". ");
}

/**
 * Reports every ten seconds that the ticket is open here and returns who else has it open. Refetches it if it changed
 * or one of its emails is being sent.
 */
export function usePresence(ticket: Ticket | undefined, path: string, writing: Writing): Live {
  const [live, setLive] = useState<Live>({ people: [], isLive: true });
  const id = ticket?.id;
  const learn = useEffectEvent(({ people, version, messages }: Presence) => {
    setLive({ people, isLive: true });
    if (
      ticket &&
      (ticket.version !== version || ticket.messages.length !== messages || ticket.mails.outgoing.some(isUnderway))
    )
      void invalidate(path);
  });
  useEffect(() => {
    if (id === undefined) return;
    let isOver = false;
    const beat = async () => {
      if (document.hidden) return;
      try {
        const answer = await api.post<Presence>(`/v2/support/presence/${id}`, { writing });
        if (!isOver) learn(answer);
      } catch {
        if (!isOver) setLive((before) => ({ ...before, isLive: false }));
      }
    };
    void beat();
    const timer = setInterval(() => void beat(), every);
    const seen = () => void beat();
    document.addEventListener("visibilitychange", seen);
    return () => {
      isOver = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", seen);
    };
  }, [id, writing]);
  useEffect(() => {
    if (id === undefined) return;
    return () => void api.post(`/v2/support/presence/${id}`, { gone: true }).catch(() => undefined);
  }, [id]);
  return live;
}

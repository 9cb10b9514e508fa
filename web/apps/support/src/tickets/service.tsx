import { ColorLabel, Facts, formatDateTime } from "@staffroom/ui";
import { useState } from "react";
import type { Service } from "./types";

const londonDay = (moment: Date): string => moment.toLocaleDateString("sv", { timeZone: "Europe/London" });

/**
 * When an answer or a solution is due: red once overdue, amber on its day. `brief`: only screen readers get the word.
 */
export function Due({ at, brief = false, now: given }: { at: string | null | undefined; brief?: boolean; now?: Date }) {
  const [opened] = useState(() => new Date());
  if (!at) return null;
  const now = given ?? opened;
  const due = new Date(at);
  const text = formatDateTime(at);
  const marked = (word: string, color: string) =>
    brief ? (
      <>
        <ColorLabel label={text} color={color} />
        <span className="sr-visually-hidden"> {word}</span>
      </>
    ) : (
      <ColorLabel label={`${text} ${word}`} color={color} />
    );
  if (due < now) return marked("overdue", "red");
  if (londonDay(due) === londonDay(now)) return marked("today", "amber");
  return <span className="sr-num">{text}</span>;
}

/** Formats working time, `2 h 05`. */
export function hours(minutes: number): string {
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")}`;
}

const reasons = { waiting: "Waiting for an answer", resolved: "Resolved, then reopened" } as const;

/** The clocks of a ticket, and each period in which they were stopped. */
export function ServiceTimes({ service }: { service: Service }) {
  const { due, firstAnswerDue, firstAnswered, resolveDue, resolved, waitingSince, pauses } = service;
  if (!firstAnswerDue && !resolveDue) return null;
  return (
    <section className="sr-ticket-service" aria-label="Service level">
      <Facts
        single
        facts={{
          Due: waitingSince ? `Waiting for an answer since ${formatDateTime(waitingSince)}` : due && <Due at={due} />,
          "First answer": firstAnswered ? (
            <Done at={firstAnswered} due={firstAnswerDue} />
          ) : (
            firstAnswerDue && `by ${formatDateTime(firstAnswerDue)}`
          ),
          Solution: resolved ? (
            <Done at={resolved} due={resolveDue} />
          ) : (
            resolveDue && `by ${formatDateTime(resolveDue)}`
          ),
        }}
      />
      {pauses.length > 0 && (
        <details>
          <summary>The clock stood still {pauses.length === 1 ? "once" : `${pauses.length} times`}</summary>
          <ul>
            {pauses.map(({ reason, began, ended, minutes }) => (
              <li key={began}>
                {reasons[reason]}: {formatDateTime(began)} to{" "}
                {ended ? `${formatDateTime(ended)}, ${hours(minutes ?? 0)} of working time` : "now"}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/** When something was done; marked late if it was due before. */
function Done({ at, due }: { at: string; due: string | null }) {
  const isLate = due !== null && new Date(at) > new Date(due);
  return (
    <>
      {formatDateTime(at)} {isLate && <ColorLabel label="Late" color="red" />}
    </>
  );
}

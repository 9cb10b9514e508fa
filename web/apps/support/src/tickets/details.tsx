import { useApi } from "@staffroom/api";
import type { Answer, RecordData } from "@staffroom/contract";
import { FieldSections } from "@staffroom/form";
import { ChoiceTag } from "@staffroom/screen";
import { Facts, formatDateTime } from "@staffroom/ui";
import { useMemo } from "react";
import { ServiceTimes } from "./service";
import { base, lists, type Ticket } from "./types";

/** The id of a user; a new choice only has its id until the ticket is refreshed. */
const idOf = (value: { id: number } | number | null): number | null =>
  typeof value === "object" ? (value?.id ?? null) : value;

/** The title of a slip, from teaching. */
function SlipName({ id }: { id: number }) {
  const slip = useApi<Answer<"teaching", "/slip/{id}">>(`/slip/${id}`);
  return slip.data ? slip.data.title : <span className="sr-muted">{slip.isPending ? "…" : "Not available"}</span>;
}

/** The details panel: the author, and the fields, which the team edits (money.md 6). */
export function Details({ ticket, path, onSaved }: { ticket: Ticket; path: string; onSaved: () => void }) {
  const record = useMemo<RecordData>(
    () => ({
      ...ticket,
      department: idOf(ticket.department),
      responsibleStaff: idOf(ticket.responsibleStaff),
      infoUsers: ticket.infoUsers.map((one: { user: { id: number } } | number) =>
        typeof one === "number" ? one : one.user.id,
      ),
    }),
    [ticket],
  );
  const { user, createdBy, date, invoice, slip, rating, ratingComment, infoUsers, byRota } = ticket;
  return (
    <aside className="sr-ticket-details" aria-label="Details">
      <Facts
        single
        facts={{
          From: user.name,
          Raised: `${formatDateTime(date)}${createdBy.id === user.id ? "" : ` by ${createdBy.name}`}`,
          Responsible: byRota && "By the rota of the team",
          Invoice: invoice && (invoice.number ?? "Draft invoice"),
          Slip: slip && <SlipName id={slip.id} />,
          Rating: rating && (
            <>
              <ChoiceTag of={`${lists}/columns`} name="rating" value={rating} /> {ratingComment}
            </>
          ),
          "Read by": infoUsers.length > 0 && infoUsers.map(({ user: one }) => one.name).join(", "),
        }}
      />
      {ticket.service && <ServiceTimes service={ticket.service} />}
      <FieldSections thing={base} record={record} path={path} onSaved={onSaved} />
    </aside>
  );
}

import { ChoiceTag, HomeList } from "@staffroom/screen";
import { formatDate } from "@staffroom/ui";
import { Link } from "react-router";
import { lists, words, type TicketRow } from "./types";

const query = { open: true, sort: "-lastMessage" };

/** The open tickets that the user raised, is responsible for or is informed of. */
export default function HomeTickets() {
  return (
    <HomeList<TicketRow> path={`${lists}/my`} query={query} icon="support" empty="No tickets are open">
      {(row) => (
        <>
          <Link to={`/support/tickets/my?ticket=${row.id}`}>{row.title}</Link>
          <ChoiceTag of={words} name="status" value={row.status} />
          <span className="sr-muted">{formatDate(row.lastMessage)}</span>
        </>
      )}
    </HomeList>
  );
}

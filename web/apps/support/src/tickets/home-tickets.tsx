import { useApi } from "@staffroom/api";
import { ChoiceTag } from "@staffroom/screen";
import { EmptyState, ErrorState, formatDate, LoadingState } from "@staffroom/ui";
import { Link } from "react-router";
import "./style.css";
import { lists, words, type TicketRow } from "./types";

const most = 10;

/** The open tickets that the user raised, is responsible for or is informed of. */
export default function HomeTickets() {
  const tickets = useApi<TicketRow[]>(`${lists}/my`, { open: true, sort: "-lastMessage", pageSize: most });
  if (tickets.error) return <ErrorState error={tickets.error} compact onRetry={() => void tickets.refetch()} />;
  if (!tickets.data) return <LoadingState rows={4} />;
  if (!tickets.data.length) return <EmptyState compact icon="support" title="No tickets are open" />;
  return (
    <ul className="sr-home-tickets">
      {tickets.data.map((row) => (
        <li key={row.id}>
          <Link to={`/support/tickets/my?ticket=${row.id}`}>{row.title}</Link>
          <ChoiceTag of={words} name="status" value={row.status} />
          <span className="sr-muted">{formatDate(row.lastMessage)}</span>
        </li>
      ))}
    </ul>
  );
}

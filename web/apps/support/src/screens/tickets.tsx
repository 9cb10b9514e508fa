import { hasRole, invalidate, useUser } from "@staffroom/api";
import type { Row } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { Icon, useOpenRecord } from "@staffroom/ui";
import { Button, Segmented } from "antd";
import { useMemo, useState } from "react";
import { useNavigate, useParams } from "react-router";
import TicketDialog from "../tickets";
import NewTicket from "../tickets/new-ticket";
import { lists, teamLabel } from "../tickets/types";

/** The group that works on a type of ticket: faults are tech support's. */
const groupOf: Record<string, string> = { academicOffice: "academicOffice", techSupport: "techSupport", tutorSupport: "tutorSupport", error: "techSupport" };
const everything: Record<string, string> = {};

/** Tickets of a team, one's own or all one sees; the one that is open stands in the address beside the view of the list. */
export default function TicketsScreen() {
  const { type = "my" } = useParams();
  const user = useUser();
  const navigate = useNavigate();
  const [open, show] = useOpenRecord("ticket");
  const [raising, setRaising] = useState(false);
  const ofTeam = type in groupOf;
  const fixed = useMemo((): Record<string, string> => (ofTeam ? { type } : everything), [ofTeam, type]);
  const teams = Object.keys(groupOf).filter((one) => one === type || hasRole(user, groupOf[one] as string));
  const views = ["my", ...teams, ...(teams.length || type === "all" ? ["all"] : [])];
  const labels: Record<string, string> = { my: "Mine", all: "All", ...teamLabel, error: "Errors" };
  return (
    <>
      <ListScreen
        key={type}
        path={type === "my" ? `${lists}/my` : lists}
        title="Support tickets"
        subtitle={views.length > 1 && (
          <Segmented
            aria-label="Whose tickets"
            value={type}
            options={views.map((value) => ({ value, label: labels[value] ?? value }))}
            onChange={(value) => void navigate(`/support/tickets/${value}`)}
          />
        )}
        fixed={fixed}
        onOpen={(row: Row) => show(row.id as number)}
        actions={<Button type="primary" icon={<Icon name="plus" size={15} />} onClick={() => setRaising(true)}>New ticket</Button>}
        emptyText={type === "my" ? "Tickets that you raise, look after or are informed of will be listed here." : "Tickets for this team will be listed here."}
      />
      {open !== null && <TicketDialog key={open} id={open} onClose={() => show(null)} />}
      {raising && <NewTicket onClose={() => setRaising(false)} onRaised={() => void invalidate(lists)} />}
    </>
  );
}

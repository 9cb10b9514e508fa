import { invalidate } from "@staffroom/api";
import { ListScreen } from "@staffroom/list";
import { OpenNeighbours } from "@staffroom/screen";
import { Icon, useAskedFor, useOpenRecord } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import TicketDialog from "../tickets";
import NewTicket from "../tickets/new-ticket";
import { lists } from "../tickets/types";

/** The tickets that somebody raised or is informed of; the address has the id of the open one. */
export default function MyTickets() {
  const [open, show] = useOpenRecord("ticket");
  const [raising, setRaising] = useState(false);
  useAskedFor("new", () => setRaising(true));
  return (
    <>
      <ListScreen
        path={`${lists}/my`}
        title="Tickets"
        opens="ticket"
        actions={<Button type="primary" icon={<Icon name="plus" size={15} />} onClick={() => setRaising(true)}>New ticket</Button>}
        emptyText="Ask the office anything with a new ticket. The answer comes here."
      />
      {open !== null && <TicketDialog id={open} onClose={() => show(null)} tools={<OpenNeighbours />} />}
      {raising && <NewTicket onClose={() => setRaising(false)} onRaised={() => void invalidate(lists)} />}
    </>
  );
}

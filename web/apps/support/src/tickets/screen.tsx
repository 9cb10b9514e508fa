import { hasRole, useUser } from "@staffroom/api";
import { ListScreen } from "@staffroom/list";
import { OpenNeighbours, useChoices } from "@staffroom/screen";
import { Icon, useAddress, useAskedFor, useOpenRecord, useRouteTitle } from "@staffroom/ui";
import { Button, Segmented } from "antd";
import { useMemo, useState } from "react";
import { useNavigate, useParams } from "react-router";
import TicketDialog from "./index";
import { MergeSelection } from "./merging";
import NewTicket from "./new-ticket";
import { Due } from "./service";
import { lists } from "./types";

/** The role of the users who handle a type of ticket: bugs belong to tech support. */
const groupOf = (type: string) => (type === "error" ? "techSupport" : type);

const cells = { due: (value: unknown) => <Due brief at={typeof value === "string" ? value : null} /> };

/** Tickets of a team, the user's own, or all; the address has the id of the open one, and the view of the list. */
export default function TicketsScreen() {
  const { type = "my" } = useParams();
  const user = useUser();
  const title = useRouteTitle();
  const navigate = useNavigate();
  const [open, show] = useOpenRecord("ticket");
  const [raising, setRaising] = useState(false);
  useAskedFor("new", () => setRaising(true));
  const path = type === "my" ? `${lists}/my` : lists;
  const types = useChoices(`${path}/columns`)?.("type") ?? [];
  const ofTeam = types.some(({ value }) => value === type);
  // A person's page links to their tickets.
  const [address, changeAddress] = useAddress();
  const userId = address.get("userId") ?? "";
  const team = ofTeam ? type : "";
  const fixed = useMemo(() => ({ ...(team && { type: team }), ...(userId && { userId }) }), [team, userId]);
  const everybody = () => changeAddress({ userId: null });
  const teams = types
    .filter(({ value }) => value === type || hasRole(user, groupOf(String(value))))
    .map(({ value, label }) => ({ value: String(value), label: value === "error" ? "Errors" : label }));
  const views = [
    { value: "my", label: "Mine" },
    ...teams,
    ...(teams.length || type === "all" ? [{ value: "all", label: "All" }] : []),
  ];
  return (
    <>
      <ListScreen
        key={type}
        path={path}
        title={userId ? "Support tickets of one person" : title}
        subtitle={
          views.length > 1 && (
            <Segmented
              aria-label="Whose tickets"
              value={type}
              options={views}
              onChange={(value) => void navigate(`/support/tickets/${value}`)}
            />
          )
        }
        fixed={fixed}
        opens="ticket"
        cells={cells}
        actions={
          <>
            {userId && <Button onClick={everybody}>Show everybody's tickets</Button>}
            <Button type="primary" icon={<Icon name="plus" size={15} />} onClick={() => setRaising(true)}>
              New ticket
            </Button>
          </>
        }
        selectionActions={(choice) => teams.length > 0 && <MergeSelection choice={choice} />}
        emptyText={
          type === "my"
            ? "Tickets that you raise, are responsible for or are informed of will be listed here."
            : "Tickets for this team will be listed here."
        }
      />
      {open !== null && <TicketDialog id={open} onClose={() => show(null)} tools={<OpenNeighbours />} />}
      {raising && <NewTicket onClose={() => setRaising(false)} />}
    </>
  );
}

import { call } from "@staffroom/api";
import type { Row, ViewShown } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { viewsOf } from "@staffroom/screen";
import { formatDateTime, Icon } from "@staffroom/ui";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { Link, useNavigate } from "react-router";
import { useObjectUrl } from "../use-object-url";
import "./style.css";

const others = viewsOf("/boards");

/** `/whiteboards/saved`: the boards as a list, or as cards with a picture of the first page. */
export default function SavedBoards() {
  const navigate = useNavigate();
  return (
    <ListScreen
      path="/boards"
      title="Saved whiteboards"
      actions={<Button icon={<Icon name="pencil" size={15} />} onClick={() => void navigate("/whiteboard/own")}>Start drawing</Button>}
      emptyText="Start drawing: a board is kept with its first stroke."
      drawn={(kind, shown) => (kind === "cards" ? <BoardCards {...shown} /> : others(kind, shown))}
    />
  );
}

function BoardCards({ rows, addressOf }: ViewShown) {
  return (
    <ul className="brd-cards" aria-label="Saved whiteboards">
      {rows.map((row) => <BoardCard key={String(row.id)} row={row} to={addressOf?.(row) ?? `/whiteboard/own?board=${String(row.id)}`} />)}
    </ul>
  );
}

function BoardCard({ row, to }: { row: Row; to: string }) {
  const address = usePicture(Number(row.id), row.hasPicture === true, String(row.drawn));
  const about = [row.course, row.owner].filter(Boolean).join(", ");
  return (
    <li className="brd-card">
      <span className="brd-card-picture">{address ? <img src={address} alt="" /> : <Icon name="presentation" size={28} />}</span>
      <span className="brd-card-text">
        <span className="brd-card-head">
          <Link to={to}>{String(row.name)}</Link>
          {row.locked === true && <Icon name="lock" size={14} />}
        </span>
        <span className="sr-muted">{about}</span>
        <span className="sr-muted">Drawn {formatDateTime(String(row.drawn))}</span>
      </span>
    </li>
  );
}

/** The address of a board's picture; null while it loads, and where there is none yet. */
function usePicture(id: number, isThere: boolean, drawn: string): string | null {
  const { data } = useQuery({
    queryKey: [`/board/${id}/picture`, drawn],
    queryFn: async ({ signal }) => (await call("GET", `/board/${id}/picture`, undefined, { headers: { Accept: "*/*" }, signal })).blob(),
    enabled: isThere,
    retry: false,
    staleTime: Infinity,
  });
  return useObjectUrl(data);
}

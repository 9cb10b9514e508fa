import { api, call, invalidate } from "@staffroom/api";
import type { Row, ViewShown } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { viewsOf } from "@staffroom/screen";
import { attempt, formatDateTime, Icon, IconButton, toast, useAddress } from "@staffroom/ui";
import { useQuery } from "@tanstack/react-query";
import { Button, Segmented } from "antd";
import type { ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { useObjectUrl } from "../parts/use-object-url";
import "./style.css";

const others = viewsOf("/boards");

const shows = [
  { value: "", label: "Saved" },
  { value: "deleted", label: "Deleted" },
];

/**
 * `/whiteboards/saved`: the boards as a list, or as cards with a thumbnail of the first page; `?show=deleted` lists
 * those that can be restored.
 */
export default function SavedBoards() {
  const navigate = useNavigate();
  const [address, change] = useAddress();
  const show = address.get("show") ?? "";
  // Filters of one tab mean nothing in the other.
  const views = (
    <Segmented
      aria-label="Show"
      options={shows}
      value={show}
      onChange={(value) => change(() => new URLSearchParams(value ? { show: value } : {}))}
    />
  );
  if (show === "deleted") return <DeletedBoards views={views} />;
  return (
    <ListScreen
      path="/boards"
      title="Saved whiteboards"
      subtitle={views}
      actions={
        <Button icon={<Icon name="pencil" size={15} />} onClick={() => void navigate("/whiteboard/own")}>
          Start drawing
        </Button>
      }
      emptyText="Start drawing: a board is saved with its first stroke."
      drawn={(kind, shown) => (kind === "cards" ? <BoardCards {...shown} /> : others(kind, shown))}
    />
  );
}

function DeletedBoards({ views }: { views: ReactNode }) {
  const restore = ({ id, name }: Row) =>
    attempt(async () => {
      await api.post(`/board/${String(id)}/recover`);
      await Promise.all(["/boards", "/board"].map((path) => invalidate(path)));
      toast.success(`${String(name)} restored`);
    });
  return (
    <ListScreen
      path="/boards/deleted"
      title="Deleted whiteboards"
      subtitle={views}
      emptyText="Whiteboards that you delete will be listed here, to be restored."
      rowActions={(row) => (
        <IconButton icon="undo" size={14} label={`Restore ${String(row.name)}`} onClick={() => void restore(row)} />
      )}
    />
  );
}

function BoardCards({ rows, addressOf }: ViewShown) {
  return (
    <ul className="brd-cards" aria-label="Saved whiteboards">
      {rows.map((row) => (
        <BoardCard key={String(row.id)} row={row} to={addressOf?.(row) ?? `/whiteboard/own?board=${String(row.id)}`} />
      ))}
    </ul>
  );
}

function BoardCard({ row, to }: { row: Row; to: string }) {
  const address = usePicture(Number(row.id), row.hasPicture === true, String(row.drawn));
  const about = [row.course, row.owner].filter(Boolean).join(", ");
  return (
    <li className="brd-card">
      <span className="brd-card-picture">
        {address ? <img src={address} alt="" /> : <Icon name="presentation" size={28} />}
      </span>
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

/** Returns the address of a board's thumbnail; null while it loads, and if there is none yet. */
function usePicture(id: number, isThere: boolean, drawn: string): string | null {
  const { data } = useQuery({
    queryKey: [`/board/${id}/picture`, drawn],
    queryFn: async ({ signal }) =>
      (await call("GET", `/board/${id}/picture`, undefined, { headers: { Accept: "*/*" }, signal })).blob(),
    enabled: isThere,
    retry: false,
    staleTime: Infinity,
  });
  return useObjectUrl(data);
}

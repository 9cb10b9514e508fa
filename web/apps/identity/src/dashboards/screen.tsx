import { api, call, invalidate, loadPiece, useApi, useRecord } from "@staffroom/api";
import { FieldSections, useFields } from "@staffroom/form";
import { declared } from "@staffroom/language";
import {
  Answered,
  attempt,
  Dialog,
  ErrorState,
  Icon,
  IconButton,
  PageHeader,
  StatePanel,
  toast,
  useAddress,
  useDialogs,
  useScreenOf,
} from "@staffroom/ui";
import { useQuery } from "@tanstack/react-query";
import { Button, Select } from "antd";
import { lazy, Suspense, useRef, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { changed, type Placed } from "./layout";
import { MailDialog } from "./mail-dialog";
import { TileCard } from "./tile";
import { TileDialog } from "./tile-dialog";
import { choicesOf, formOf, type Board, type Tile, type TileAnswer } from "./types";
import "../style.css";

const EditGrid = lazy(() => loadPiece(() => import("./grid")));
const minute = 60_000;
const whole = "all";

/**
 * Returns a tile with the titles of its columns, dimensions and measures in the language of the page; its rows are
 * data.
 */
function inLanguageOfPage({ meta, figures, ...tile }: TileAnswer): TileAnswer {
  const translated = <T extends object>(part: T): T => declared("/columns", { data: part }).data;
  return {
    ...tile,
    ...(meta && { meta: { ...meta, columns: translated({ columns: meta.columns }).columns } }),
    ...(figures && { figures: { ...figures, ...translated({ by: figures.by, measures: figures.measures }) } }),
  };
}

/** Fetches the contents of all tiles in one call, and again every minute while the page is visible. */
function useAnswers(
  id: number,
  version: number | undefined,
  body: { period?: string; orgId?: number; departmentId?: number },
) {
  return useQuery({
    queryKey: ["dashboard answers", id, version, body],
    queryFn: async ({ signal }) => {
      const answer = await call("POST", `/dashboard/${id}/answers`, body, { signal });
      const { data } = (await answer.json()) as { data: { tiles: TileAnswer[] } };
      return new Map(data.tiles.map((tile) => [tile.id, inLanguageOfPage(tile)]));
    },
    enabled: version !== undefined,
    refetchInterval: minute,
    placeholderData: (before) => before,
  });
}

type Named = { id: number; title: string };
type Option = { value: string; label: string };
const optionOf = ({ id, title }: Named): Option => ({ value: String(id), label: title });

/** The period, organisation and department to which all tiles are narrowed. */
function Filters({ board }: { board: Board }) {
  const [address, change] = useAddress();
  const { fields } = useFields("/dashboard");
  const all = { page: 1, pageSize: 100 };
  const orgs = useApi<Named[]>("/orgs", all).data ?? [];
  const departments = useApi<Named[]>("/departments", all).data ?? [];
  const put = (name: string, value: string) => change({ [name]: value }, { replace: true });
  const period = address.get("period") ?? board.period ?? "";
  const chosen = (name: string, id: number | null) => address.get(name) ?? (id ? String(id) : "");
  const select = (name: string, label: string, value: string, options: readonly Option[]) => (
    <Select
      aria-label={label}
      value={value || whole}
      options={[...options]}
      onChange={(next) => put(name, next)}
      popupMatchSelectWidth={false}
    />
  );
  return (
    <div className="id-board-filters">
      {select("period", "Period", period, [
        { value: whole, label: "Periods of the tiles" },
        ...choicesOf(fields.get("period")),
      ])}
      {select("org", "Organisation", chosen("org", board.orgId), [
        { value: whole, label: "All organisations" },
        ...orgs.map(optionOf),
      ])}
      {select("department", "Department", chosen("department", board.departmentId), [
        { value: whole, label: "All departments" },
        ...departments.map(optionOf),
      ])}
    </div>
  );
}

function BoardView({ board, reload }: { board: Board; reload: () => Promise<void> }) {
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const screenOf = useScreenOf();
  const [address] = useAddress();
  const [isEditing, setEditing] = useState(false);
  const [isSetting, setSetting] = useState(false);
  const [isMailing, setMailing] = useState(false);
  const [dialog, setDialog] = useState<{ tile: Tile | null } | null>(null);
  const [places, setPlaces] = useState<readonly Placed[] | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const asked = (name: string) => (address.get(name) === whole ? "" : address.get(name));
  const narrowed = ["period", "org", "department"].some((name) => address.has(name))
    ? {
        period: asked("period") ?? board.period ?? "",
        orgId: Number(asked("org") ?? board.orgId ?? 0),
        departmentId: Number(asked("department") ?? board.departmentId ?? 0),
      }
    : {};
  const answers = useAnswers(board.id, board.version, narrowed);
  const mayEdit = board.may.edit.includes("title");
  const placeOf = new Map((places ?? board.tiles).map((one) => [one.id, one]));
  const tiles = board.tiles
    .map((tile) => ({ ...tile, ...placeOf.get(tile.id) }))
    .toSorted((one, other) => one.y - other.y || one.x - other.x);

  const rowsOf = (tile: Tile) => (filters: Readonly<Record<string, string>>) => {
    const screen = screenOf(answers.data?.get(tile.id)?.rowsOf ?? tile.list);
    const query = new URLSearchParams(filters).toString();
    return screen && `${screen}${query && `?${query}`}`;
  };
  const save = async (now: readonly Placed[]) => {
    const elsewhere = changed(tiles, now);
    if (!elsewhere.length) return;
    setPlaces(now);
    const saved = await attempt(() => api.put(`/dashboard/${board.id}/layout`, { tiles: elsewhere }));
    await reload();
    if (!saved) setPlaces(null);
  };
  const remove = async (tile: Tile) => {
    if (await dialogs.askDelete(`the tile ${tile.title}`))
      await attempt(() => api.delete(`/dashboard/tile/${tile.id}`).then(reload));
  };
  const removeBoard = async () => {
    if (!(await dialogs.askDelete(`the dashboard ${board.title}`))) return;
    if (await attempt(() => api.delete(`/dashboard/${board.id}`))) void navigate("/dashboards");
  };
  const copy = () =>
    attempt(async () => {
      const { id } = await api.post<{ id: number }>(`/dashboard/${board.id}/copy`, {
        title: `${board.title} (copy)`.slice(0, 80),
      });
      toast.success("Copied. This one is yours to change.");
      void navigate(`/dashboard/${id}`);
    });
  const card = (tile: Tile) => {
    const rowsAt = rowsOf(tile);
    const tools = isEditing && (
      <span className="id-tile-tools">
        <IconButton icon="pencil" size={14} label={`Edit tile ${tile.title}`} onClick={() => setDialog({ tile })} />
        <IconButton icon="trash" size={14} label={`Delete tile ${tile.title}`} onClick={() => void remove(tile)} />
      </span>
    );
    const pick = (filters: Record<string, string>) => {
      const target = rowsAt(filters);
      if (target) void navigate(target);
    };
    return (
      <TileCard
        key={tile.id}
        tile={tile}
        answer={answers.data?.get(tile.id)}
        rowsAt={rowsAt}
        tools={tools || undefined}
        onPick={pick}
      />
    );
  };

  const actions = isEditing ? (
    <>
      <Button icon={<Icon name="plus" size={15} />} onClick={() => setDialog({ tile: null })}>
        Add tile
      </Button>
      <Button icon={<Icon name="settings" size={15} />} onClick={() => setSetting(true)}>
        Share and filters
      </Button>
      <Button danger icon={<Icon name="trash" size={15} />} onClick={() => void removeBoard()}>
        Delete dashboard
      </Button>
      <Button
        type="primary"
        onClick={() => {
          setEditing(false);
          setPlaces(null);
        }}
      >
        Done
      </Button>
    </>
  ) : (
    <>
      <Button icon={<Icon name="external" size={15} />} onClick={() => void box.current?.requestFullscreen?.()}>
        Full screen
      </Button>
      <Button icon={<Icon name="mail" size={15} />} onClick={() => setMailing(true)}>
        Mail
      </Button>
      <Button icon={<Icon name="copy" size={15} />} onClick={() => void copy()}>
        Copy
      </Button>
      {mayEdit && (
        <Button icon={<Icon name="pencil" size={15} />} onClick={() => setEditing(true)}>
          Edit
        </Button>
      )}
    </>
  );
  return (
    <>
      <PageHeader title={board.title} subtitle={board.description} actions={actions} />
      <Filters board={board} />
      {answers.error && !answers.data && (
        <ErrorState error={answers.error} title="The tiles did not load" onRetry={() => void answers.refetch()} />
      )}
      {board.tiles.length === 0 ? (
        <StatePanel
          icon="dashboard"
          title="No tiles yet"
          text={mayEdit ? "Add the first number, chart or table." : "Its owner has not added any."}
          actions={
            mayEdit && (
              <Button
                type="primary"
                onClick={() => {
                  setEditing(true);
                  setDialog({ tile: null });
                }}
              >
                Add tile
              </Button>
            )
          }
        />
      ) : isEditing ? (
        <Suspense fallback={<div className="id-board" aria-busy />}>
          <EditGrid tiles={tiles} onPlace={(now) => void save(now)} draw={card} />
        </Suspense>
      ) : (
        <div className="id-board" ref={box} aria-busy={answers.isPending}>
          {tiles.map((tile) => (
            <div
              key={tile.id}
              className="id-board-place"
              style={{ gridColumn: `${tile.x + 1} / span ${tile.w}`, gridRow: `${tile.y + 1} / span ${tile.h}` }}
              data-kind={formOf(tile)}
            >
              {card(tile)}
            </div>
          ))}
        </div>
      )}
      {dialog && (
        <TileDialog
          board={board}
          tile={dialog.tile}
          onClose={() => {
            setDialog(null);
            void reload();
          }}
        />
      )}
      {isMailing && <MailDialog board={board} onClose={() => setMailing(false)} />}
      <Dialog
        open={isSetting}
        width={760}
        title="Share and filters"
        footer={null}
        destroyOnHidden
        onCancel={() => {
          setSetting(false);
          void reload();
        }}
      >
        <FieldSections thing="/dashboard" record={board as never} />
      </Dialog>
    </>
  );
}

/** A dashboard: tiles over the lists of every service. */
export default function Dashboard() {
  const { id } = useParams();
  const query = useRecord<Board>(`/dashboard/${id}`);
  return (
    <Answered query={query} rows={8}>
      {(board) => <BoardView key={board.id} board={board} reload={() => invalidate(`/dashboard/${id}`)} />}
    </Answered>
  );
}

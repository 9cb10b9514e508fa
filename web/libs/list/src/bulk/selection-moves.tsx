import { api } from "@staffroom/api";
import type { Choice, MovePreview, SelectionMove } from "@staffroom/contract";
import { FieldFormDialog } from "@staffroom/form";
import { Dialog, formatNumber, useAttempt } from "@staffroom/ui";
import { Button, Dropdown } from "antd";
import { useRef, useState } from "react";
import { records } from "../jobs/move-result";
import type { RowKey } from "../selection/selection";
import { Refusals, useSelectionJob } from "./selection-job";

type Props = {
  moves: readonly SelectionMove[];
  /** The path of the list's calls. */
  path: string;
  choice: Choice;
  /** The address of a row, `/bills?bill={id}`. */
  at?: string;
  /** Called after the job has ended; users who waited until then get the keys of the records that were not moved. */
  onMoved: (refused?: ReadonlySet<RowKey>) => void;
};
type Asked = { move: SelectionMove; preview: MovePreview };

/**
 * A workflow's moves on the selection: previews the move, runs it as a job of the server, and reports what was refused
 * and why (`MoveResultDialog`).
 */
export function SelectionMoves({ moves, path, choice, at, onMoved }: Props) {
  const [busy, attempt] = useAttempt();
  const [asked, setAsked] = useState<Asked | null>(null);
  const job = useSelectionJob(onMoved);

  /** The preview of each move in the open menu, as it arrives. */
  const [previews, setPreviews] = useState<Readonly<Record<string, MovePreview>>>({});
  const turn = useRef(0);

  const previewOf = (move: SelectionMove) =>
    api.post<MovePreview>(`${path}/moves/preview`, { move: move.name, ...choice });
  const ask = (move: SelectionMove) => {
    const preview = previews[move.name];
    if (preview) setAsked({ move, preview });
    else void attempt(async () => setAsked({ move, preview: await previewOf(move) }), move.name);
  };
  const count = async (isOpen: boolean) => {
    const mine = (turn.current += 1);
    setPreviews({});
    if (!isOpen) return;
    // One after the other, because each checks every record of the selection. A move without its count can still be
    // chosen.
    for (const move of moves) {
      const preview = await previewOf(move).catch(() => null);
      if (turn.current !== mine) return;
      if (preview) setPreviews((now) => ({ ...now, [move.name]: preview }));
    }
  };

  const start = async (body: Record<string, unknown>, idempotencyKey?: string) => {
    if (!asked) return;
    const { id } = await api.post<{ id: string }>(
      `${path}/moves`,
      { move: asked.move.name, ...choice, body },
      { idempotencyKey },
    );
    setAsked(null);
    void job.follow({ id, title: asked.move.title, list: path, at, undo: asked.move.undo });
  };
  const intro = asked && (
    <>
      {asked.move.text && <>{asked.move.text} </>}
      {asked.preview.possible === asked.preview.count
        ? `${records(asked.preview.count)} will be changed.`
        : `${formatNumber(asked.preview.possible)} of ${records(asked.preview.count)} will be changed; refused:`}
    </>
  );
  const title = asked ? asked.move.title : "";
  const label = asked ? `${title}: ${records(asked.preview.possible)}` : "";
  return (
    <>
      <Dropdown
        trigger={["click"]}
        disabled={busy !== null}
        onOpenChange={(isOpen) => void count(isOpen)}
        menu={{
          items: moves.map((move) => ({
            key: move.name,
            label: <MoveItem title={move.title} preview={previews[move.name]} />,
            danger: move.style === "danger",
          })),
          onClick: ({ key }) => {
            const move = moves.find(({ name }) => name === key);
            if (move) ask(move);
          },
        }}
      >
        <Button size="small" loading={busy !== null}>
          Set status
        </Button>
      </Dropdown>
      <FieldFormDialog
        open={!!asked && asked.move.needs.length > 0 && asked.preview.possible > 0}
        title={title}
        intro={
          asked && (
            <>
              {intro}
              <Refusals of={asked.preview.refusals} />
            </>
          )
        }
        fields={asked?.move.needs ?? []}
        submitLabel={label}
        to={start}
        onDone={() => undefined}
        onCancel={() => setAsked(null)}
      />
      <Dialog
        open={!!asked && (asked.move.needs.length === 0 || asked.preview.possible === 0)}
        title={title}
        onCancel={() => setAsked(null)}
        width={480}
        destroyOnHidden
        footer={
          <>
            <Button onClick={() => setAsked(null)}>{asked?.preview.possible ? "Go back" : "Close"}</Button>
            {!!asked?.preview.possible && (
              <Button
                type="primary"
                danger={asked.move.style === "danger"}
                loading={busy !== null}
                onClick={() => void attempt(() => start({}))}
              >
                {label}
              </Button>
            )}
          </>
        }
      >
        <p>{intro}</p>
        {asked && <Refusals of={asked.preview.refusals} />}
      </Dialog>
      {job.dialog}
    </>
  );
}

/** A move in the menu, with how many records it would move, or why none. */
function MoveItem({ title, preview }: { title: string; preview: MovePreview | undefined }) {
  if (!preview) return title;
  return (
    <span className="sr-move-item">
      {title} <b>{formatNumber(preview.possible)}</b>
      {preview.possible === 0 && preview.refusals[0] && <small>: {preview.refusals[0].text}</small>}
    </span>
  );
}

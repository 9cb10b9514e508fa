import { api, cancelJob, followJob, getSession, isEnded } from "@staffroom/api";
import type { Choice, Job, Moved, MoveOutcome, MovePreview, SelectionMove } from "@staffroom/contract";
import { FieldFormDialog } from "@staffroom/form";
import { Dialog, toast, useAttempt } from "@staffroom/ui";
import { Button, Dropdown, Progress } from "antd";
import { useRef, useState } from "react";
import { remember, takeBack, told, type Later } from "./later";
import type { RowKey } from "./selection";

type Props = {
  moves: readonly SelectionMove[];
  /** The path of the list's calls. */
  path: string;
  choice: Choice;
  /** After the job has ended, with the keys of the records that were not moved for who waited until then. */
  onMoved: (refused?: ReadonlySet<RowKey>) => void;
};
type Asked = { move: SelectionMove; preview: MovePreview };
type Running = { move: SelectionMove; job: Job<Moved> | null };

const records = (count: number) => `${count.toLocaleString("en-GB")} ${count === 1 ? "record" : "records"}`;

/**
 * The moves of a workflow over the selection: says first what the move would do, then makes it as a job of the server, and
 * tells what was refused and why.
 */
export function SelectionMoves({ moves, path, choice, onMoved }: Props) {
  const [busy, attempt] = useAttempt();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [running, setRunning] = useState<Running | null>(null);
  /** The job that the dialog shows; one that goes on behind it is another's. */
  const shown = useRef("");
  const refused = useRef<ReadonlySet<RowKey>>(new Set());

  const ask = (move: SelectionMove) =>
    attempt(async () => setAsked({ move, preview: await api.post<MovePreview>(`${path}/moves/preview`, { move: move.name, ...choice }) }), move.name);

  const follow = async (move: SelectionMove, id: string) => {
    const isShown = () => shown.current === id;
    shown.current = id;
    setRunning({ move, job: null });
    // A reload must not hide what came of it.
    remember(laterOf(move, id));
    try {
      const job = await followJob<Moved>(id, (now) => isShown() && !isEnded(now) && setRunning({ move, job: now }), new AbortController().signal);
      told(id);
      if (job.state === "failed") throw new Error(job.error || "Action failed");
      if (job.result) tell(move, id, job.result);
      if (!isShown()) return onMoved();
      const outcomes = await api.get<MoveOutcome[]>(`/jobs/${id}/outcomes`);
      refused.current = new Set(outcomes.filter(({ refusal }) => refusal).map(({ id: key }) => key));
      if (refused.current.size === 0 && job.state === "done") end();
      else if (isShown()) setRunning({ move, job });
    } catch (error) {
      if (getSession().status === "signedOut") return;
      if (isShown()) setRunning(null);
      onMoved();
      toast.error(error);
    }
  };
  const tell = (move: SelectionMove, id: string, { moved }: Moved) => {
    if (move.undo && moved > 0) toast.undoable(move.title, () => void attempt(() => undo(move, id)), records(moved));
    else toast.success(`${move.title}: ${records(moved)}`);
  };
  const laterOf = ({ title, undo }: SelectionMove, id: string): Later => ({ id, title, ...(undo ? { undo: `${path}/moves/undo` } : {}) });
  const undo = async (move: SelectionMove, job: string) => {
    try {
      await takeBack(laterOf(move, job));
    } finally {
      onMoved();
    }
  };
  const start = async (body: Record<string, unknown>, idempotencyKey?: string) => {
    if (!asked) return;
    const { id } = await api.post<{ id: string }>(`${path}/moves`, { move: asked.move.name, ...choice, body }, { idempotencyKey });
    setAsked(null);
    void follow(asked.move, id);
  };
  const end = () => {
    setRunning(null);
    onMoved(refused.current);
  };
  const close = () => {
    if (running?.job && isEnded(running.job)) return end();
    // The job goes on, and is followed until a toast can tell what it did.
    shown.current = "";
    setRunning(null);
  };
  const stop = () => running?.job && attempt(() => cancelJob(running.job?.id ?? ""));

  const intro = asked && (
    <>
      {asked.move.text && <>{asked.move.text} </>}
      {asked.preview.possible === asked.preview.count
        ? `${records(asked.preview.count)} will be changed.`
        : `${asked.preview.possible.toLocaleString("en-GB")} of ${records(asked.preview.count)} will be changed; refused:`}
    </>
  );
  const title = asked ? asked.move.title : "";
  const label = asked ? `${title}: ${records(asked.preview.possible)}` : "";
  return (
    <>
      <Dropdown
        trigger={["click"]}
        disabled={busy !== null}
        menu={{
          items: moves.map((move) => ({ key: move.name, label: move.title, danger: move.style === "danger" })),
          onClick: ({ key }) => {
            const move = moves.find(({ name }) => name === key);
            if (move) void ask(move);
          },
        }}
      >
        <Button size="small" loading={busy !== null}>Set status</Button>
      </Dropdown>
      <FieldFormDialog
        open={!!asked && asked.move.needs.length > 0 && asked.preview.possible > 0}
        title={title}
        intro={asked && <>{intro}<Refusals of={asked.preview.refusals} /></>}
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
            <Button onClick={() => setAsked(null)}>{asked?.preview.possible ? "No" : "Close"}</Button>
            {!!asked?.preview.possible && (
              <Button type="primary" danger={asked.move.style === "danger"} loading={busy !== null} onClick={() => void attempt(() => start({}))}>{label}</Button>
            )}
          </>
        }
      >
        <p>{intro}</p>
        {asked && <Refusals of={asked.preview.refusals} />}
      </Dialog>
      <Dialog open={!!running} title={running?.move.title} onCancel={close} mask={{ closable: false }} width={480} destroyOnHidden footer={<Foot job={running?.job} onStop={() => void stop()} onClose={close} />}>
        {running && <Told job={running.job} />}
      </Dialog>
    </>
  );
}

/** How far the job is, and at its end what it did. */
function Told({ job }: { job: Job<Moved> | null }) {
  if (job?.result) return <><p>{records(job.result.moved)} changed. What was refused stays selected:</p><Refusals of={job.result.refusals} /></>;
  const total = job?.total ?? 0;
  return (
    <>
      <Progress percent={total ? Math.round(((job?.done ?? 0) / total) * 100) : 0} status={job?.state === "cancelled" ? "exception" : "active"} />
      <div className="sr-muted" role="status">
        {!job || job.state === "queued" ? "Waiting for its turn…" : `${job.done.toLocaleString("en-GB")} of ${records(total)}${job.state === "cancelled" ? ", then stopped" : ""}`}
      </div>
    </>
  );
}

function Foot({ job, onStop, onClose }: { job: Job<Moved> | null | undefined; onStop: () => void; onClose: () => void }) {
  if (job && isEnded(job)) return <Button type="primary" onClick={onClose}>Close</Button>;
  return <><Button disabled={!job} onClick={onStop}>Stop here</Button><Button type="primary" onClick={onClose}>Go on working</Button></>;
}

function Refusals({ of }: { of: MovePreview["refusals"] }) {
  if (of.length === 0) return null;
  return <ul className="sr-refusals">{of.map(({ text, count }) => <li key={text}>{records(count)}: {text}</li>)}</ul>;
}

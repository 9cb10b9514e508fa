import { api, invalidate, useApi } from "@staffroom/api";
import type { Answer, RecordPieceProps } from "@staffroom/contract";
import { Answered, attempt, formatTime, toast } from "@staffroom/ui";
import { useState, type KeyboardEvent } from "react";
import { Documents } from "./documents";
import "../style.css";

type Plan = Answer<"people", "/exams/sessions/{id}/plan">;
type Seat = Plan["seats"][number];

/** Returns a seat's neighbour in the direction of an arrow; seats are numbered down the columns. */
function neighbour(seat: number, key: string, rows: number, capacity: number): number {
  const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -rows, ArrowRight: rows };
  const to = seat + (steps[key] ?? 0);
  const leavesColumn = (key === "ArrowUp" && (seat - 1) % rows === 0) || (key === "ArrowDown" && seat % rows === 0);
  return to < 1 || to > capacity || leavesColumn ? seat : to;
}

type CellProps = {
  number: number;
  seat: Seat | undefined;
  isPicked: boolean;
  tone: number;
  onPick: () => void;
  onKey: (event: KeyboardEvent) => void;
  onDrop: (id: number) => void;
};

function Cell({ number, seat, isPicked, tone, onPick, onKey, onDrop }: CellProps) {
  return (
    <button
      type="button"
      className="exam-cell"
      data-seat={number}
      data-tone={seat ? tone : undefined}
      title={seat?.paper}
      aria-pressed={isPicked}
      draggable={!!seat}
      onClick={onPick}
      onKeyDown={onKey}
      onDragStart={(event) => event.dataTransfer.setData("text/plain", String(seat?.id ?? ""))}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onDrop(Number(event.dataTransfer.getData("text/plain")));
      }}
    >
      <small>
        <span className="sr-visually-hidden">Seat </span>
        {number}
        {!seat && <span className="sr-visually-hidden"> free</span>}
      </small>
      {seat && (
        <>
          <b>{seat.number}</b>
          <span>{seat.candidate}</span>
          <small>
            {seat.paper.split(" ").at(-1)}, {formatTime(seat.ends)}
          </small>
        </>
      )}
    </button>
  );
}

/** A session's room as it is: a seat is dragged, or picked up and put down with Enter or a click. */
function Room({ plan, reload }: { plan: Plan; reload: () => Promise<unknown> }) {
  const [picked, setPicked] = useState<number | null>(null);
  const rows = plan.rows ?? Math.ceil(plan.capacity / 5);
  const columns = plan.columns ?? 5;
  const papers = [...new Set(plan.seats.map(({ componentId }) => componentId))];
  const at = (number: number) => plan.seats.find(({ seat }) => seat === number);
  const isOver = plan.status === "finished" || plan.status === "cancelled";
  const place = (id: number, seat: number) =>
    attempt(async () => {
      setPicked(null);
      const { swapped } = await api.post<{ swapped: number | null }>(`/exams/seats/${id}/place`, { seat });
      await reload();
      toast.success(swapped ? "The two have changed seats" : `Moved to seat ${seat}`);
    });
  const pick = (number: number) => {
    const seat = at(number);
    if (isOver) return;
    if (picked === null) setPicked(seat ? seat.id : null);
    else if (seat?.id === picked) setPicked(null);
    else void place(picked, number);
  };
  const keys = (number: number) => (event: KeyboardEvent) => {
    if (event.key === "Escape") setPicked(null);
    const to = neighbour(number, event.key, rows, plan.capacity);
    if (to === number) return;
    event.preventDefault();
    document.querySelector<HTMLElement>(`[data-seat="${to}"]`)?.focus();
  };
  const numbers = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) => column * rows + row + 1),
  );
  return (
    <>
      <p className="sr-muted">
        {isOver
          ? "The session is over."
          : "Choose a candidate, then a seat; or drag. Who sits there changes with them."}
      </p>
      <div className="exam-front">Front</div>
      <div className="exam-plan" style={{ gridTemplateColumns: `repeat(${columns}, minmax(92px, 1fr))` }}>
        {numbers.flat().map((number) =>
          number > plan.capacity ? (
            <span key={number} />
          ) : (
            <Cell
              key={number}
              number={number}
              seat={at(number)}
              isPicked={picked !== null && at(number)?.id === picked}
              tone={papers.indexOf(at(number)?.componentId ?? 0) % 4}
              onPick={() => pick(number)}
              onKey={keys(number)}
              onDrop={(id) => {
                if (id && !isOver) void place(id, number);
              }}
            />
          ),
        )}
      </div>
    </>
  );
}

/** The plan of a session's room. */
export default function PlanTab({ record }: RecordPieceProps) {
  const path = `/exams/sessions/${record.id}/plan`;
  const plan = useApi<Plan>(path);
  const reload = async () => {
    await plan.refetch();
    await invalidate("/exams/seats");
  };
  return (
    <>
      <Documents session={Number(record.id)} />
      <Answered query={plan} title="The plan did not load" rows={8}>
        {(answer) => <Room plan={answer} reload={reload} />}
      </Answered>
    </>
  );
}

import { ApiError, cancelSend, createStore, isUnreachable, plainErrorText, sendLater } from "@staffroom/api";
import { dropDraft, keepDraft, readDraft, trackSave } from "@staffroom/form";
import { useEffect, useId, useLayoutEffect, useState } from "react";
import { pendingCells, unsentOf, withPending, type Pending, type PendingCells } from "./model/pending";
import { initialState, valueOf, type GridAction, type GridState } from "./model/grid-state";
import { reduce } from "./model/state";
import type { Sheet } from "./model/sheet";
import type { CellChange, GridProps, Refusal, RowKey } from "./model/types";

type Kept = readonly { row: RowKey; name: string; pending: Pending }[];

/** A draft of a field may have the same key. */
const keptAs = (draftKey: string) => `grid ${draftKey}`;

/** Return the entries that were not saved when the page was left: they are sent again, refused ones stay refused. */
const keptCells = (draftKey: string | undefined): PendingCells =>
  (draftKey ? (readDraft<Kept>(keptAs(draftKey)) ?? []) : []).reduce<PendingCells>(
    (cells, { row, name, pending }) =>
      withPending(cells, row, name, pending.status === "refused" ? pending : { ...pending, status: "unsent" }),
    new Map(),
  );

/** Keeps unsaved entries on this device, across reloads. */
function keep(draftKey: string | undefined, cells: PendingCells): void {
  if (!draftKey) return;
  const open = pendingCells(cells).filter(({ pending }) => pending.status !== "saved");
  if (open.length) keepDraft(keptAs(draftKey), open);
  else dropDraft(keptAs(draftKey));
}

/** Refuses every cell of a call that failed as a whole, each with its own reason. */
const refusalsOf = (error: unknown, changes: readonly CellChange[]): Refusal[] =>
  changes.map(({ row, name }) => ({
    row,
    name,
    text: (error instanceof ApiError && error.fields[name]) || plainErrorText(error),
  }));

type Input = Pick<GridProps<never>, "save" | "label" | "draftKey"> & { sheet: Sheet };

/**
 * The state of one grid and its saving, outside of React. Calls run one at a time, and the entries of one action share
 * one.
 */
function gridStore(first: Input, waitKey: string) {
  const store = createStore<GridState>({ ...initialState, cells: keptCells(first.draftKey) });
  let input = first;
  let isSending = false;

  const dispatch = (action: GridAction) => {
    const next = reduce(input.sheet, store.get(), action);
    if (next === store.get()) return;
    const isChanged = next.cells !== store.get().cells;
    store.set(next);
    if (!isChanged) return;
    keep(input.draftKey, next.cells);
    if (!pendingCells(next.cells).some(({ pending }) => pending.status === "waiting")) cancelSend(waitKey);
    void send();
  };

  async function send(): Promise<void> {
    if (isSending) return;
    isSending = true;
    for (let changes = unsentOf(store.get().cells); changes.length; changes = unsentOf(store.get().cells)) {
      dispatch({ type: "sending", changes });
      try {
        const sent = input.save(changes, (row, name) => valueOf(input.sheet, store.get().cells, row, name));
        trackSave(sent.catch(() => undefined));
        dispatch({ type: "settled", changes, refusals: await sent });
      } catch (error) {
        if (isUnreachable(error)) {
          dispatch({ type: "lost", changes });
          sendLater({ key: waitKey, label: input.label, send: () => dispatch({ type: "retry" }) });
          break;
        }
        dispatch({ type: "settled", changes, refusals: refusalsOf(error, changes) });
      }
    }
    isSending = false;
  }

  return {
    use: store.use,
    now: store.get,
    dispatch,
    send,
    update: (next: Input) => {
      input = next;
    },
  };
}

/** Returns the state of a grid and its dispatch. */
export function useGrid(input: Input): {
  state: GridState;
  dispatch: (action: GridAction) => void;
  /** Returns the current state. */ now: () => GridState;
} {
  const own = useId();
  const [waitKey] = useState(input.draftKey ?? own);
  const [grid] = useState(() => gridStore(input, waitKey));
  const state = grid.use();
  const { sheet } = input;
  useLayoutEffect(() => grid.update(input));
  useEffect(() => grid.dispatch({ type: "rows" }), [grid, sheet]);
  useEffect(() => {
    // Entries that were kept on the device.
    void grid.send();
    // After unmounting, only stored entries wait.
    return () => cancelSend(waitKey);
  }, [grid, waitKey]);
  return { state, dispatch: grid.dispatch, now: grid.now };
}

import { ApiError, cancelSend, createStore, isUnreachable, plainErrorText, sendLater } from "@staffroom/api";
import { dropDraft, keepDraft, readDraft, trackSave } from "@staffroom/form";
import { useEffect, useId, useLayoutEffect, useState } from "react";
import { heldCells, unsentOf, withHeld, type Held, type HeldCells } from "./held";
import { initialState, reduce, valueOf, type GridAction, type GridState } from "./state";
import type { Sheet } from "./sheet";
import type { CellChange, GridProps, Refusal, RowKey } from "./types";

type Kept = readonly { row: RowKey; name: string; held: Held }[];

/** A draft of a field may have the same key. */
const keptAs = (draftKey: string) => `grid ${draftKey}`;

/** What was entered and not saved when the page was left: it is sent again, what was refused stays refused. */
const keptCells = (draftKey: string | undefined): HeldCells =>
  (draftKey ? readDraft<Kept>(keptAs(draftKey)) ?? [] : []).reduce<HeldCells>((cells, { row, name, held }) =>
    withHeld(cells, row, name, held.status === "refused" ? held : { ...held, status: "unsent" }), new Map());

/** Keeps what is not saved on this device, beyond a reload. */
function keep(draftKey: string | undefined, cells: HeldCells): void {
  if (!draftKey) return;
  const open = heldCells(cells).filter(({ held }) => held.status !== "saved");
  if (open.length) keepDraft(keptAs(draftKey), open);
  else dropDraft(keptAs(draftKey));
}

/** A call that failed as a whole: each of its cells is refused with the reason that is about it. */
const refusalsOf = (error: unknown, changes: readonly CellChange[]): Refusal[] =>
  changes.map(({ row, name }) => ({ row, name, text: (error instanceof ApiError && error.fields[name]) || plainErrorText(error) }));

type Input = Pick<GridProps<never>, "save" | "label" | "draftKey"> & { sheet: Sheet };

/** The state of one grid and its saving, outside of React: entries go in one call after the other, those of one action together. */
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
    if (!heldCells(next.cells).some(({ held }) => held.status === "waiting")) cancelSend(waitKey);
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
    dispatch,
    send,
    update: (next: Input) => {
      input = next;
    },
  };
}

/** The state of a grid, and what changes it. */
export function useGrid(input: Input): { state: GridState; dispatch: (action: GridAction) => void } {
  const own = useId();
  const [waitKey] = useState(input.draftKey ?? own);
  const [grid] = useState(() => gridStore(input, waitKey));
  const state = grid.use();
  const { sheet } = input;
  useLayoutEffect(() => grid.update(input));
  useEffect(() => grid.dispatch({ type: "rows" }), [grid, sheet]);
  useEffect(() => {
    // What was kept on the device.
    void grid.send();
    // Once the grid is gone, what waits is only what is kept.
    return () => cancelSend(waitKey);
  }, [grid, waitKey]);
  return { state, dispatch: grid.dispatch };
}

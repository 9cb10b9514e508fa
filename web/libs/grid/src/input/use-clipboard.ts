import type { ClipboardEvent } from "react";
import { textOf } from "../cells/cell-text";
import { selectionOf, shownValue, pendingOf, type GridAction, type GridState, type Pasted } from "../model/grid-state";
import type { Sheet } from "../model/sheet";
import type { GridProps } from "../model/types";
import { fromHtml, fromTsv, toHtml, toTsv } from "../model/tsv";

/** The block that a grid of this page copied last: pasting it again keeps what text cannot express. */
let copied: { text: string; block: Pasted[][] } | null = null;

/** Returns the selected cells as texts and values. */
function copiedBlock(sheet: Sheet, state: GridState): Pasted[][] {
  const { top, bottom, left, right } = selectionOf(state);
  return Array.from({ length: bottom - top + 1 }, (_, down) =>
    Array.from({ length: right - left + 1 }, (__, across) => {
      const at = { row: top + down, column: left + across };
      const field = sheet.fieldAt(at.row, at.column);
      const pending = pendingOf(sheet, state.cells, at);
      const value = shownValue(sheet, state.cells, at);
      return pending?.isText
        ? { text: String(pending.value ?? "") }
        : { text: textOf(field, value), value: value ?? null, type: field.type };
    }),
  );
}

/** Returns the block on a clipboard, or null if there is none for cells. */
function pastedBlock(text: string, html: string): Pasted[][] | null {
  const same = (one: string) => one.replaceAll("\r\n", "\n");
  if (copied && text && same(copied.text) === same(text)) return copied.block;
  const rows = text ? fromTsv(text) : fromHtml(html);
  return rows && rows.map((row) => row.map((one) => ({ text: one })));
}

type Input = {
  sheet: Sheet;
  state: GridState;
  dispatch: (action: GridAction) => void;
  takeFocus: () => void;
  onPaste?: GridProps<never>["onPaste"];
};

/** Copy, cut and paste of blocks, as tab-separated text and as a table. */
export function useClipboard({ sheet, state, dispatch, takeFocus, onPaste }: Input) {
  const isMine = (event: ClipboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    return (
      !state.editing &&
      sheet.size.rows > 0 &&
      event.currentTarget.contains(target) &&
      !target.closest("[data-own-keys]")
    );
  };
  const copy = (event: ClipboardEvent<HTMLElement>): boolean => {
    if (!isMine(event)) return false;
    event.preventDefault();
    const block = copiedBlock(sheet, state);
    const texts = block.map((row) => row.map(({ text }) => text));
    copied = { text: toTsv(texts), block };
    event.clipboardData.setData("text/plain", copied.text);
    event.clipboardData.setData("text/html", toHtml(texts));
    return true;
  };
  return {
    onCopy: (event: ClipboardEvent<HTMLElement>) => void copy(event),
    onCut: (event: ClipboardEvent<HTMLElement>) => {
      if (copy(event)) dispatch({ type: "clear" });
    },
    onPaste: (event: ClipboardEvent<HTMLElement>) => {
      if (!isMine(event)) return;
      const block = pastedBlock(event.clipboardData.getData("text/plain"), event.clipboardData.getData("text/html"));
      if (!block) return;
      event.preventDefault();
      const { top, left } = selectionOf(state);
      const [row, name] = [sheet.keys[top], sheet.columns[left]?.name];
      if (
        row !== undefined &&
        name !== undefined &&
        onPaste?.(
          block.map((line) => line.map(({ text }) => text)),
          { row, name },
        )
      )
        return;
      takeFocus();
      dispatch({ type: "paste", block });
    },
  };
}

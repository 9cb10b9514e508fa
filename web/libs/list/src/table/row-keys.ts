import type { Row } from "@staffroom/contract";
import type { KeyboardEvent } from "react";
import { hasOfficeTools } from "../office-tools";
import { headOf } from "./grouped";

type Rows = {
  /** The rows as they are drawn, with the headings of groups. */
  rows: readonly Row[];
  active: number;
  setActive: (at: number) => void;
  scrollTo: (at: number) => void;
  onLeave?: () => void;
  onOpen?: (row: Row) => void;
  fold: (key: string) => void;
  /** Selects or deselects a row. */
  toggle: (row: Row) => void;
};

/** The keys of the rows: arrows move, Enter opens or folds, Space selects, Escape leaves. */
export function rowKeys({ rows, active, setActive, scrollTo, onLeave, onOpen, fold, toggle }: Rows) {
  return (event: KeyboardEvent) => {
    if ((event.target as HTMLElement).closest("input[type='text'], textarea, .sr-edit-cell")) return;
    const move = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: 10,
      PageUp: -10,
      Home: -rows.length,
      End: rows.length,
    }[event.key];
    const row = rows[active];
    const head = row && headOf(row);
    if (event.key === "ArrowUp" && active === 0 && onLeave) {
      event.preventDefault();
      setActive(-1);
      onLeave();
    } else if (move !== undefined && rows.length) {
      event.preventDefault();
      const next = Math.max(0, Math.min(rows.length - 1, active + move));
      setActive(next);
      scrollTo(next);
    } else if (head && (event.key === "Enter" || event.key === " ") && event.target === event.currentTarget) {
      event.preventDefault();
      fold(head.group.key);
    } else if (event.key === "Enter" && row && !head && onOpen && (event.target as HTMLElement).tagName !== "BUTTON") {
      event.preventDefault();
      onOpen(row);
    } else if (hasOfficeTools && event.key === " " && row && !head && event.target === event.currentTarget) {
      event.preventDefault();
      toggle(row);
    } else if (event.key === "Escape") setActive(-1);
  };
}

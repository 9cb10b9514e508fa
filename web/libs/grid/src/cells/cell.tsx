import { Icon } from "@staffroom/ui";
import { Button, Popover } from "antd";
import { memo, useId, type CSSProperties, type ReactNode } from "react";
import { belowCell } from "./below-cell";
import { CellEditor } from "./editor";
import type { Pending } from "../model/pending";
import { isRight, shown } from "./show";
import type { GridAction, Editing } from "../model/grid-state";
import type { Field } from "@staffroom/contract";

export type CellProps = {
  row: number;
  column: number;
  field: Field;
  value: unknown;
  pending: Pending | undefined;
  mayEdit: boolean;
  isCurrent: boolean;
  isSelected: boolean;
  isHeading: boolean;
  frozen: CSSProperties | undefined;
  editing: Editing | null;
  /** The value in words, if the cell draws a control. */
  label: string | undefined;
  /** True if the content can be dragged to another row. */
  hasGrip: boolean;
  /** The content that the column draws in place of the value. */
  drawn: ReactNode;
  dispatch: (action: GridAction) => void;
  takeFocus: () => void;
};

type RefusedProps = {
  pending: Pending;
  at: { row: number; column: number };
  dispatch: CellProps["dispatch"];
  takeFocus: () => void;
};

/** The reason for a cell's refusal with its actions, while the cell has the focus. */
function Refused({ pending, at, dispatch, takeFocus }: RefusedProps) {
  const act = (action: GridAction) => () => {
    takeFocus();
    dispatch(action);
  };
  return (
    <div className="sr-sheet-refusal">
      <span className="sr-note-bad">{pending.problem}</span>
      <div>
        {!pending.isText && (
          <Button size="small" type="primary" onClick={act({ type: "retry", at })}>
            Retry
          </Button>
        )}
        <Button size="small" onClick={act({ type: "restore", at })}>
          Restore
        </Button>
      </div>
    </div>
  );
}

/** One cell: its value, its editor while it is edited, and its refusal. */
export const GridCell = memo(function GridCell({
  row,
  column,
  field,
  value,
  pending,
  mayEdit,
  isCurrent,
  isSelected,
  isHeading,
  frozen,
  editing,
  label,
  hasGrip,
  drawn,
  dispatch,
  takeFocus,
}: CellProps) {
  const noteId = useId();
  const problem = pending?.problem;
  const content = pending?.isText ? String(pending.value ?? "") : (drawn ?? shown(field, value));
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- it has a roving tabindex
    <div
      className="sr-sheet-cell"
      role={isHeading ? "rowheader" : "gridcell"}
      aria-colindex={column + 1}
      aria-label={label}
      aria-selected={isSelected}
      aria-readonly={!mayEdit || undefined}
      aria-invalid={problem ? true : undefined}
      aria-describedby={problem ? noteId : undefined}
      tabIndex={isCurrent ? 0 : -1}
      data-at={`${row}:${column}`}
      data-type={field.type}
      data-right={isRight(field) || undefined}
      data-frozen={frozen ? column : undefined}
      data-current={isCurrent || undefined}
      data-selected={isSelected || undefined}
      data-locked={!mayEdit || undefined}
      data-status={pending?.status}
      style={frozen}
    >
      {editing ? (
        <CellEditor
          field={field}
          editing={editing}
          label={`${field.title}, row ${row + 1}`}
          dispatch={dispatch}
          takeFocus={takeFocus}
        >
          {content}
        </CellEditor>
      ) : problem && isCurrent ? (
        <Popover
          open
          placement="bottomLeft"
          arrow={false}
          builtinPlacements={belowCell}
          content={<Refused pending={pending} at={{ row, column }} dispatch={dispatch} takeFocus={takeFocus} />}
        >
          <span className="sr-sheet-value">{content}</span>
        </Popover>
      ) : (
        <span className="sr-sheet-value">{content}</span>
      )}
      {hasGrip && !editing && !!value && (
        <span className="sr-sheet-grip" draggable data-own-keys aria-hidden title="Drag to another row">
          <Icon name="grip" size={14} />
        </span>
      )}
      {problem && (
        <span id={noteId} className="sr-visually-hidden">
          {problem}. Esc restores the value{pending.isText ? "" : ", Ctrl+Enter tries again"}.
        </span>
      )}
    </div>
  );
});

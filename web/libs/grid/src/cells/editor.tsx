import type { Field } from "@staffroom/contract";
import { FieldInput, kindOf } from "@staffroom/form";
import { Button, Popover } from "antd";
import { useId, useRef, type FocusEvent, type ReactNode } from "react";
import { belowCell } from "./below-cell";
import { isLong } from "./cell-text";
import type { Editing, GridAction } from "../model/grid-state";

type Props = {
  field: Field;
  editing: Editing;
  label: string;
  dispatch: (action: GridAction) => void;
  takeFocus: () => void;
  /** The value, below a long editor. */
  children: ReactNode;
};

/** Return the field of a typed text: a typed day has a text input, not a calendar. */
const asTyped = (field: Field): Field =>
  ["date", "datetime"].includes(field.type) ? { ...field, type: "text" } : field;

/** The control of an edited cell, that of its field's type: in the cell, or over it for long texts. */
export function CellEditor({ field, editing, label, dispatch, takeFocus, children }: Props) {
  const id = useId();
  const isEntered = useRef(false);
  const isText = editing.mode === "text";
  const change = (draft: unknown) => {
    dispatch({ type: "draft", draft });
    if (isText || isLong(field) || kindOf(field).saves !== "changed") return;
    // A choice counts as an entry.
    takeFocus();
    dispatch({ type: "commit" });
  };
  /** The caret is at the end, so that typing continues. */
  const focus = ({ target }: FocusEvent<HTMLElement>) => {
    const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    // Inputs of email addresses have no selection.
    if (isText && !isEntered.current && target.selectionStart !== null)
      target.setSelectionRange(target.value.length, target.value.length);
    isEntered.current = true;
  };
  const control = (
    <FieldInput
      field={{ ...(isText ? asTyped(field) : field), title: label }}
      id={id}
      value={editing.draft}
      autoFocus
      opens={!isText && !isLong(field)}
      onChange={change}
      onBlur={isLong(field) ? undefined : () => dispatch({ type: "commit" })}
    />
  );
  if (!isLong(field))
    return (
      <span className="sr-sheet-editor" onFocus={focus}>
        <label htmlFor={id} className="sr-visually-hidden">
          {label}
        </label>
        {control}
      </span>
    );
  const close = (action: GridAction) => () => {
    takeFocus();
    dispatch(action);
  };
  return (
    <Popover
      open
      destroyOnHidden
      placement="bottomLeft"
      arrow={false}
      builtinPlacements={belowCell}
      classNames={{ root: "sr-sheet-long" }}
      onOpenChange={(open) => {
        if (!open) dispatch({ type: "commit" });
      }}
      trigger="click"
      content={
        <div className="sr-sheet-editor" onFocus={focus}>
          <label htmlFor={id} className="sr-label">
            {label}
          </label>
          {control}
          <div className="sr-sheet-long-foot">
            <span className="sr-muted">Ctrl+Enter saves, Esc goes back</span>
            <Button size="small" onClick={close({ type: "cancel" })}>
              Go back
            </Button>
            <Button size="small" type="primary" onClick={close({ type: "commit" })}>
              Save
            </Button>
          </div>
        </div>
      }
    >
      <span className="sr-sheet-value">{children}</span>
    </Popover>
  );
}

import type { Field, FieldSaved, Row } from "@staffroom/contract";
import { FieldInput, FieldValue, InPlace, useField } from "@staffroom/form";
import { inWindow } from "@staffroom/ui";
import { Button, Popover } from "antd";
import { useState, type ReactNode } from "react";

type Props = { field: Field; path: string; row: Row; children: ReactNode; onSaved: (saved: FieldSaved) => void };

function Editor({ field, path, row, onSaved, onClose }: Omit<Props, "children"> & { onClose: () => void }) {
  const state = useField({
    field,
    path,
    value: row[field.name],
    onSaved: (saved) => {
      onSaved(saved);
      onClose();
    },
  });
  const leave = () => {
    if (["idle", "saved", "waiting"].includes(state.status)) onClose();
    else state.commit();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only keeps keys and clicks from the table
    <div
      className="sr-edit-cell"
      onKeyDown={(event) => event.stopPropagation()}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <Popover
        open={!!state.problem || state.status === "conflict"}
        placement="bottomLeft"
        align={inWindow}
        content={
          state.status === "conflict" ? (
            <div className="sr-edit-note">
              Somebody has changed this since. It now says{" "}
              <b>
                <FieldValue field={field} value={state.present} />
              </b>
              <div>
                <Button size="small" type="primary" onClick={state.keepMine}>
                  Save mine
                </Button>{" "}
                <Button
                  size="small"
                  onClick={() => {
                    state.takeTheirs();
                    onClose();
                  }}
                >
                  Take theirs
                </Button>
              </div>
            </div>
          ) : (
            <span className="sr-note-bad">{state.problem}</span>
          )
        }
      >
        <div>
          <InPlace state={{ ...state, confirm: leave }} onRestored={onClose}>
            <FieldInput
              field={field}
              id={`cell-${String(row.id)}-${field.name}`}
              value={state.draft}
              autoFocus
              disabled={state.status === "saving"}
              invalid={!!state.problem}
              onChange={state.change}
              onBlur={leave}
            />
          </InPlace>
        </div>
      </Popover>
    </div>
  );
}

/** A cell that becomes its field's control on a click, and saves on leaving it. */
export function EditCell({ children, ...props }: Props) {
  const [open, setOpen] = useState(false);
  if (open) return <Editor {...props} onClose={() => setOpen(false)} />;
  return (
    <button
      type="button"
      className="sr-cell-button"
      onClick={(event) => {
        event.stopPropagation();
        setOpen(true);
      }}
    >
      {children || <span className="sr-muted">–</span>}
      <span className="sr-visually-hidden">, edit {props.field.title}</span>
    </button>
  );
}

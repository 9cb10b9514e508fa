import { api, useApi } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { ActionButton, Answered, Dialog, DialogButton, PlainTable, toast } from "@staffroom/ui";
import { Button, Checkbox } from "antd";
import { useState } from "react";
import type { Entry } from "../types";

/** An answer that can be written to the person's record, and the present value there. */
type Line = Answer<"people", "/form/entry/{id}/writeback">[number];

const shown = (value: unknown) =>
  value === null || value === undefined || value === ""
    ? "–"
    : typeof value === "boolean"
      ? value
        ? "Yes"
        : "No"
      : String(value);

/** A button that writes answers of an accepted entry to the person's record, after a preview of the differences. */
export const WriteBack = ({ entry, onDone }: { entry: Entry; onDone: () => void }) => (
  <DialogButton label="Write to record" refusal={entry.status !== "accepted" && "Accept the entry first"}>
    {(close) => <WriteBackDialog entry={entry} onDone={onDone} onClose={close} />}
  </DialogButton>
);

function WriteBackDialog({ entry, onDone, onClose }: { entry: Entry; onDone: () => void; onClose: () => void }) {
  const path = `/form/entry/${entry.id}/writeback`;
  const query = useApi<Line[]>(path, undefined, { staleTime: 0 });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const lines = query.data ?? [];
  const chosen = lines.filter(({ fieldId, differs, may }) => differs && may && !left.has(fieldId));
  const write = async () => {
    await api.post(path, { fieldIds: chosen.map(({ fieldId }) => fieldId) });
    toast.success(
      `${chosen.length} ${chosen.length === 1 ? "field" : "fields"} written to the record of ${entry.about?.name ?? "the person"}`,
    );
    onDone();
    onClose();
  };
  return (
    <Dialog
      open
      width={720}
      title={`Write to the record of ${entry.about?.name ?? "the person"}`}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <ActionButton type="primary" refusal={!chosen.length && "Choose at least one field that differs"} run={write}>
            Write {chosen.length} to record
          </ActionButton>
        </>
      }
    >
      <Answered query={query} rows={3}>
        {(rows) => (
          <PlainTable
            rows={rows}
            keyOf={({ fieldId }) => fieldId}
            stacks
            empty="No answer is to be written to the record."
            columns={[
              {
                title: "Write",
                cell: ({ fieldId, title, differs, may }) => (
                  <Checkbox
                    aria-label={`Write ${title}`}
                    disabled={!differs || !may}
                    checked={differs && may && !left.has(fieldId)}
                    onChange={({ target }) =>
                      setLeft(
                        (now) => new Set(target.checked ? [...now].filter((id) => id !== fieldId) : [...now, fieldId]),
                      )
                    }
                  />
                ),
              },
              { title: "Field", head: true, cell: ({ fieldTitle }) => fieldTitle },
              { title: "In the record", cell: ({ present }) => shown(present) },
              {
                title: "In the form",
                cell: ({ new: answer, differs, may }) => (
                  <>
                    {shown(answer)}
                    {!differs && <span className="sr-muted"> (the same)</span>}
                    {!may && <span className="sr-muted"> You may not change it</span>}
                  </>
                ),
              },
            ]}
          />
        )}
      </Answered>
    </Dialog>
  );
}

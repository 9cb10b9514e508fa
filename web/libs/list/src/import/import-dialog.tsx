import { api, followJob, getSession } from "@staffroom/api";
import type { Field, Job, Moved, MoveOutcome, UploadedFile } from "@staffroom/contract";
import { t } from "@staffroom/language";
import { Dialog, formatCount, formatNumber, keep, PlainTable, readKept, useAttempt, Widget } from "@staffroom/ui";
import { Button, Progress, Select } from "antd";
import { useState } from "react";
import { resultOf, takeBack } from "../jobs/move-result";

type Read = { name: string; heads: string[]; rows: number; sample: string[][]; mapping: Record<string, string> };
type Imported = Moved & {
  rows: number;
  added: number;
  changed: number;
  unchanged: number;
  alike?: { row: number; text: string }[];
  alikeRows?: number;
  repeated?: Repeated[];
  repeatedRows?: number;
};
/** A row that duplicates an earlier one of the file: the titles of the equal fields, none if the whole row is equal. */
type Repeated = { row: number; of: number; by: string[] };
type Outcome = { way: "dry" | "run"; job: string; result: Imported; refused: { id: number; refusal: string }[] };
type Props = { path: string; fields: readonly Field[]; onDone: () => void; onClose: () => void };

/** The mapping that the user chose last for these headings of this list. */
const mappingKey = (path: string, heads: readonly string[]) =>
  `staffroom.import.${getSession().user?.id ?? 0}:${path}:${heads.join("|")}`;
const remembered = (path: string, { heads, mapping }: Read): Record<string, string> =>
  readKept<Record<string, string>>(mappingKey(path, heads)) ?? mapping;
/** Maximum number of refused rows shown. */
const shownAtMost = 200;

/** Imports a spreadsheet into a list: choose the file, map columns to fields, dry run, import, undo. */
export default function ImportDialog({ path, fields, onDone, onClose }: Props) {
  const [busy, attempt] = useAttempt();
  const [file, setFile] = useState<{ id: number; read: Read } | null>(null);
  const [mapping, setMapping] = useState<Record<string, string>>({});
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [job, setJob] = useState<Job<unknown> | null>(null);

  const run = async <T,>(body: Record<string, unknown>): Promise<{ id: string; result: T }> => {
    const { id } = await api.post<{ id: string }>(`${path}/spreadsheets`, body);
    try {
      return { id, result: resultOf(await followJob<T>(id, setJob, new AbortController().signal)) };
    } finally {
      setJob(null);
    }
  };
  const read = ([uploaded]: UploadedFile[]) =>
    uploaded &&
    attempt(async () => {
      const { result } = await run<Read>({ fileId: uploaded.id, way: "read" });
      setFile({ id: uploaded.id, read: result });
      setMapping(remembered(path, result));
      setOutcome(null);
    }, "read");
  const go = (way: "dry" | "run") =>
    file &&
    attempt(async () => {
      keep(mappingKey(path, file.read.heads), mapping);
      const { id, result } = await run<Imported>({ fileId: file.id, way, mapping });
      const outcomes = result.refusals.length ? await api.get<MoveOutcome[]>(`/jobs/${id}/outcomes`) : [];
      setOutcome({
        way,
        job: id,
        result,
        refused: outcomes.flatMap(({ id: row, refusal }) => (refusal === null ? [] : [{ id: row, refusal }])),
      });
      if (way === "run") onDone();
    }, way);
  const undo = () =>
    outcome &&
    attempt(async () => {
      await takeBack({ id: outcome.job, title: "Import", list: path, undo: true, by: "spreadsheets" });
      onDone();
      onClose();
    }, "undo");
  const map = (head: string, name: string | undefined) => {
    setOutcome(null);
    setMapping((now) => {
      const others = Object.entries(now).filter(([one, field]) => one !== head && field !== name);
      return Object.fromEntries(name ? [...others, [head, name]] : others);
    });
  };
  const options = [
    { value: "id", label: "ID of the record to change" },
    ...fields.map(({ name, title }) => ({ value: name, label: title })),
  ];
  const isDone = outcome?.way === "run";
  return (
    <Dialog
      open
      title="Import a spreadsheet"
      onCancel={onClose}
      width={760}
      mask={{ closable: false }}
      footer={
        <>
          {isDone && outcome.result.moved > 0 && (
            <Button loading={busy === "undo"} onClick={() => void undo()}>
              Undo import
            </Button>
          )}
          {isDone ? (
            <Button type="primary" onClick={onClose}>
              Close
            </Button>
          ) : (
            <>
              <Button onClick={onClose}>Cancel</Button>
              {file && (
                <Button loading={busy === "dry"} disabled={!Object.keys(mapping).length} onClick={() => void go("dry")}>
                  Try it
                </Button>
              )}
              {file && (
                <Button
                  type="primary"
                  loading={busy === "run"}
                  disabled={outcome === null || outcome.result.moved === 0}
                  onClick={() => void go("run")}
                >
                  {outcome ? `Import ${formatCount(outcome.result.moved, "row", "rows")}` : "Import"}
                </Button>
              )}
            </>
          )}
        </>
      }
    >
      {!file && (
        <>
          <p>
            Choose a file: xlsx, xls, ods or csv. Its first row has the heads of the columns. Rows with the ID of a
            record change it, others add one.
          </p>
          <Widget name="uploader" props={{ onUploaded: (files) => void read(files) }} />
        </>
      )}
      {job && (
        <Progress
          aria-label="Progress"
          percent={job.total ? Math.round((job.done / job.total) * 100) : 0}
          status="active"
        />
      )}
      {file && !isDone && (
        <PlainTable
          caption={`${file.read.name}: ${formatCount(file.read.rows, "row", "rows")}`}
          rows={file.read.heads.map((head, place) => ({
            head,
            sample: file.read.sample.map((row) => row[place] ?? "").filter(Boolean),
          }))}
          keyOf={({ head }) => head}
          stacks
          columns={[
            { title: "Column", cell: ({ head }) => head, head: true },
            {
              title: "First values",
              cell: ({ sample }) => <span className="sr-muted">{sample.slice(0, 3).join(", ")}</span>,
            },
            {
              title: "Fills the field",
              cell: ({ head }) => (
                <Select
                  aria-label={`Field for ${head}`}
                  className="sr-import-field"
                  allowClear
                  showSearch={{ optionFilterProp: "label" }}
                  placeholder="Left out"
                  value={mapping[head]}
                  options={options}
                  onChange={(name?: string) => map(head, name)}
                />
              ),
            },
          ]}
        />
      )}
      {outcome && <Summary outcome={outcome} />}
    </Dialog>
  );
}

function Summary({ outcome: { way, result, refused } }: { outcome: Outcome }) {
  const counts = [
    `${formatNumber(result.added)} ${way === "dry" ? "would be added" : "added"}`,
    `${formatNumber(result.changed)} ${way === "dry" ? "would be changed" : "changed"}`,
    `${formatNumber(result.unchanged)} as they were`,
    `${formatNumber(result.rows - result.moved)} refused`,
  ];
  return (
    <>
      <p role="status">
        <b>{counts.join(", ")}</b>
      </p>
      {way === "run" && result.moved > 0 && (
        <p className="sr-muted">Undo it here, or within 30 days under Bulk changes.</p>
      )}
      {way === "dry" && !!result.repeated?.length && (
        <PlainTable
          caption={`${formatCount(result.repeatedRows ?? result.repeated.length, "row", "rows")} may be twice in this file. They are imported anyway.`}
          rows={result.repeated}
          keyOf={({ row }) => String(row)}
          stacks
          columns={[
            { title: "Row", cell: ({ row }) => row + 1, num: true, head: true },
            { title: "Like row", cell: ({ of }) => of + 1, num: true },
            { title: "Same", cell: ({ by }) => (by.length ? by.map((title) => t(title)).join(", ") : "Every column") },
          ]}
        />
      )}
      {way === "dry" && !!result.alike?.length && (
        <PlainTable
          caption={`${formatCount(result.alikeRows ?? result.alike.length, "row", "rows")} may already be on record. They are added anyway.`}
          rows={result.alike}
          keyOf={({ row }) => String(row)}
          stacks
          columns={[
            { title: "Row", cell: ({ row }) => row + 1, num: true, head: true },
            { title: "Like", cell: ({ text }) => text },
          ]}
        />
      )}
      {refused.length > 0 && (
        <PlainTable
          rows={refused.slice(0, shownAtMost)}
          stacks
          columns={[
            { title: "Row", cell: ({ id }) => id + 1, num: true, head: true },
            { title: "Why it is refused", cell: ({ refusal }) => refusal },
          ]}
          foot={
            refused.length > shownAtMost && (
              <tr>
                <td colSpan={2} className="sr-muted">{`and ${formatNumber(refused.length - shownAtMost)} more`}</td>
              </tr>
            )
          }
        />
      )}
    </>
  );
}

import { api, awaitJob, download, invalidate, useApi } from "@staffroom/api";
import type { Answer, RowOf, UploadedFile } from "@staffroom/contract";
import { ActionButton, formatCount, PageHeader, Panel, PlainTable, toast, useAttempt, Widget } from "@staffroom/ui";
import { Button, Input, Select } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { useDryRun } from "../../dry-run";
import { OutcomeTable, type Outcome } from "../dry-run-dialog";
import { countedText, outcomeText } from "./outcomes";
import "../style.css";

type Row = { line: number; what: string; outcome: string; text: string };
type Imported = { status: string; text: string; counts: Record<string, number>; rows: Row[]; again?: string[] };
type Made = Answer<"people", "/exams/files/make", "post">[number];
type Props = { series?: number; board?: string };

/** A file of a board, first as a dry run and then imported. */
function Import({ series, board }: Props) {
  const [file, setFile] = useState<UploadedFile>();
  const run = useDryRun(async (dry) => {
    const { id } = await api.post<{ id: string }>("/exams/files/import", {
      fileId: file?.id,
      seriesId: series,
      board: board ?? null,
      way: dry ? "dry" : "run",
    });
    const job = await awaitJob<Imported>(id, { patience: 120_000 });
    if (!job?.result) toast.info("The file is still being read. It appears under Board files when it is done");
    else if (!dry) await invalidate("/exams/files");
    return job?.result;
  });
  const { result } = run;
  return (
    <Panel title="From the board">
      <p>
        Basedata, results and answers with the name that the board gave them, or a spreadsheet of options and papers, or
        of results.
      </p>
      <Widget
        name="uploader"
        props={{
          kind: "document",
          onUploaded: ([one]: UploadedFile[]) => {
            setFile(one);
            run.forget();
          },
        }}
      />
      <div className="exam-marks">
        <Button disabled={!file || !series} loading={run.isTrying} onClick={() => run.tryOut()}>
          Try file
        </Button>
        <Button type="primary" disabled={!run.isTried || !result} loading={run.isMaking} onClick={run.make}>
          Import file
        </Button>
      </div>
      {result && (
        <div role="status">
          <p>{result.text || `${run.isTried ? "A trial" : "Imported"}: ${countedText(result.counts)}`}</p>
          <PlainTable<Row>
            stacks
            rows={result.rows}
            keyOf={({ line, what }) => `${line} ${what}`}
            empty="The file has no records."
            columns={[
              { title: "Line", num: true, cell: ({ line }) => line },
              { title: "Record", head: true, cell: ({ what }) => what },
              { title: "Outcome", cell: ({ outcome }) => outcomeText(outcome) },
              { title: "Why", cell: ({ text }) => text },
            ]}
          />
        </div>
      )}
    </Panel>
  );
}

/** The files that a board does not have yet. */
function Make({ series, board }: Props) {
  const [busy, attempt] = useAttempt();
  const [made, setMade] = useState<Made[]>();
  const button = (label: string, kind: string, { dry = false, primary = false } = {}) => {
    const name = `${kind} ${dry}`;
    const make = async () => {
      setMade(await api.post<Made[]>("/exams/files/make", { seriesId: series, board, kind, dry }));
      if (!dry) await invalidate("/exams/files");
    };
    return (
      <Button
        type={primary ? "primary" : "default"}
        disabled={!series || !board}
        loading={busy === name}
        onClick={() => void attempt(make, name)}
      >
        {label}
      </Button>
    );
  };
  return (
    <Panel title="To the board" extra={<Link to="/exams/files?direction=out">Files that were made</Link>}>
      <div className="exam-marks">
        {button("Show the changes", "entries", { dry: true })}
        {button("Make files of entries", "entries", { primary: true })}
        {button("Make files of coursework marks", "coursework")}
        {button("Make files of estimated grades", "forecasts")}
      </div>
      {made && (
        <PlainTable<Made>
          stacks
          rows={made}
          keyOf={({ name }) => name}
          empty="Nothing has changed since the last file."
          columns={[
            {
              title: "File",
              head: true,
              cell: ({ id, name }) => (id ? <Link to={`/exams/files/${id}`}>{name}</Link> : name),
            },
            { title: "Entries", num: true, cell: ({ entries }) => entries },
            { title: "Left out", cell: ({ leftOut }) => leftOut.join("; ") },
            {
              cell: ({ id, name }) =>
                id && (
                  <ActionButton
                    size="small"
                    aria-label={`Download ${name}`}
                    run={() => download(`/exams/files/${id}/content`, name)}
                  >
                    Download
                  </ActionButton>
                ),
            },
          ]}
        />
      )}
    </Panel>
  );
}

/** Entries pasted from a spreadsheet: candidates in rows, exams in columns. */
function Paste({ series }: Props) {
  const [text, setText] = useState("");
  const run = useDryRun(async (dry) => {
    const cells = await api.post<Outcome[]>("/exams/entries/paste", { seriesId: series, text, dry });
    if (!dry) await invalidate("/exams/entries");
    return cells;
  });
  const cells = run.result;
  return (
    <Panel title="Entries from a sheet">
      <p>
        Exams in the first row by code, candidates in the first column by number or UCI. A cell is x, F, H or the entry
        code.
      </p>
      <Input.TextArea
        aria-label="Cells of the sheet"
        rows={6}
        maxLength={200_000}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          run.forget();
        }}
      />
      <div className="exam-marks">
        <Button disabled={!series || !text.trim()} loading={run.isTrying} onClick={() => run.tryOut()}>
          Try entries
        </Button>
        <Button type="primary" disabled={!run.isTried} loading={run.isMaking} onClick={run.make}>
          Plan entries
        </Button>
      </div>
      {cells && (
        <div role="status">
          <p>
            {run.isTried ? "A trial" : "Done"}:{" "}
            {formatCount(cells.filter(({ outcome }) => outcome === "added").length, "entry", "entries")} planned
          </p>
          <OutcomeTable rows={cells} />
        </div>
      )}
    </Panel>
  );
}

/** Files of a series from and to its boards: basedata and results in, entries and marks out. */
export default function Exchange() {
  const series = useApi<RowOf<"people", "/system/examseries">[]>("/system/examseries", {
    type: "public",
    sort: "-year",
    page: 1,
    pageSize: 100,
  });
  const boards = useApi<RowOf<"people", "/exams/exchange">[]>("/exams/exchange", { page: 1, pageSize: 100 });
  const [chosen, setChosen] = useState<Props>({});
  return (
    <div className="exam-stack">
      <PageHeader title="Exchange with boards" actions={<Link to="/exams/files">Board files</Link>} />
      <div className="exam-marks">
        <Select
          showSearch={{ optionFilterProp: "label" }}
          aria-label="Series"
          placeholder="Series"
          value={chosen.series}
          popupMatchSelectWidth={false}
          options={series.data?.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(value) => setChosen({ ...chosen, series: value })}
        />
        <Select
          allowClear
          aria-label="Board"
          placeholder="Board"
          value={chosen.board}
          popupMatchSelectWidth={false}
          options={boards.data?.map(({ board }) => ({ value: board, label: board }))}
          onChange={(value) => setChosen({ ...chosen, board: value })}
        />
      </div>
      <Import {...chosen} />
      <Make {...chosen} />
      <Paste {...chosen} />
    </div>
  );
}

import { api, awaitJob, download, invalidate, useListPage } from "@staffroom/api";
import type { UploadedFile } from "@staffroom/contract";
import { formatCount, PageHeader, Panel, PlainTable, toast, useAttempt, usePage, Widget } from "@staffroom/ui";
import { Button, Input, Select } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { countedText, outcomeText } from "./outcomes";
import "../style.css";

type Row = { line: number; what: string; outcome: string; text: string };
type Imported = { status: string; text: string; counts: Record<string, number>; rows: Row[]; again?: string[] };
type Made = { id: number | null; name: string; kind: string; centre: string; entries: number; leftOut: string[] };
type Cell = { row: number; candidate: string; exam: string; outcome: string; text: string };

/** Returns a list's names as choices. */
function useNames(list: string, query: Record<string, string> = {}) {
  const { data } = useListPage(list, { ...query, page: 1, pageSize: 100 });
  return (data?.data ?? []) as unknown as { id: number; name?: string; board?: string }[];
}

/** A file of a board, first as a dry run and then imported. */
function Import({ series, board }: { series?: number; board?: string }) {
  const [busy, attempt] = useAttempt();
  const [file, setFile] = useState<UploadedFile>();
  const [result, setResult] = useState<Imported & { way: "dry" | "run" }>();
  const go = (way: "dry" | "run") =>
    attempt(async () => {
      const { id } = await api.post<{ id: string }>("/exams/files/import", {
        fileId: file?.id,
        seriesId: series,
        board: board ?? null,
        way,
      });
      const job = await awaitJob<Imported>(id, { patience: 120_000 });
      if (!job?.result) return toast.info("The file is still being read. It stands under Board files when it is done");
      setResult({ ...job.result, way });
      if (way === "run") await invalidate("/exams/files");
    }, way);
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
            setResult(undefined);
          },
        }}
      />
      <div className="exam-marks">
        <Button disabled={!file || !series} loading={busy === "dry"} onClick={() => void go("dry")}>
          Try file
        </Button>
        <Button type="primary" disabled={result?.way !== "dry"} loading={busy === "run"} onClick={() => void go("run")}>
          Import file
        </Button>
      </div>
      {result && (
        <div role="status">
          <p>{result.text || `${result.way === "dry" ? "A trial" : "Imported"}: ${countedText(result.counts)}`}</p>
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
function Make({ series, board }: { series?: number; board?: string }) {
  const [busy, attempt] = useAttempt();
  const [made, setMade] = useState<Made[]>();
  const go = (kind: string, dry: boolean) =>
    attempt(async () => {
      setMade(await api.post<Made[]>("/exams/files/make", { seriesId: series, board, kind, dry }));
      if (!dry) await invalidate("/exams/files");
    }, `${kind} ${dry}`);
  const isReady = Boolean(series && board);
  return (
    <Panel title="To the board" extra={<Link to="/exams/files?direction=out">Files that were made</Link>}>
      <div className="exam-marks">
        <Button disabled={!isReady} loading={busy === "entries true"} onClick={() => void go("entries", true)}>
          Show what has changed
        </Button>
        <Button
          type="primary"
          disabled={!isReady}
          loading={busy === "entries false"}
          onClick={() => void go("entries", false)}
        >
          Make files of entries
        </Button>
        <Button disabled={!isReady} loading={busy === "coursework false"} onClick={() => void go("coursework", false)}>
          Make files of coursework marks
        </Button>
        <Button disabled={!isReady} loading={busy === "forecasts false"} onClick={() => void go("forecasts", false)}>
          Make files of estimated grades
        </Button>
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
                  <Button
                    size="small"
                    aria-label={`Download ${name}`}
                    onClick={() => void attempt(() => download(`/exams/files/${id}/content`, name), name)}
                  >
                    Download
                  </Button>
                ),
            },
          ]}
        />
      )}
    </Panel>
  );
}

/** Entries pasted from a spreadsheet: candidates in rows, exams in columns. */
function Paste({ series }: { series?: number }) {
  const [busy, attempt] = useAttempt();
  const [text, setText] = useState("");
  const [cells, setCells] = useState<{ dry: boolean; rows: Cell[] }>();
  const go = (dry: boolean) =>
    attempt(async () => {
      setCells({ dry, rows: await api.post<Cell[]>("/exams/entries/paste", { seriesId: series, text, dry }) });
      if (!dry) await invalidate("/exams/entries");
    }, String(dry));
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
          setCells(undefined);
        }}
      />
      <div className="exam-marks">
        <Button disabled={!series || !text.trim()} loading={busy === "true"} onClick={() => void go(true)}>
          Try entries
        </Button>
        <Button type="primary" disabled={!cells?.dry} loading={busy === "false"} onClick={() => void go(false)}>
          Plan entries
        </Button>
      </div>
      {cells && (
        <div role="status">
          <p>
            {cells.dry ? "A trial" : "Done"}:{" "}
            {formatCount(cells.rows.filter(({ outcome }) => outcome === "added").length, "entry", "entries")} planned
          </p>
          <PlainTable<Cell>
            stacks
            rows={cells.rows}
            keyOf={({ row, exam }) => `${row} ${exam}`}
            empty="No cell names an entry."
            columns={[
              { title: "Candidate", head: true, cell: ({ candidate }) => candidate },
              { title: "Exam", cell: ({ exam }) => exam },
              { title: "Outcome", cell: ({ outcome }) => outcomeText(outcome) },
              { title: "Why", cell: ({ text: why }) => why },
            ]}
          />
        </div>
      )}
    </Panel>
  );
}

/** Files of a series from and to its boards: basedata and results in, entries and marks out. */
export default function Exchange() {
  usePage("Exchange with boards");
  const series = useNames("/system/examseries", { type: "public", sort: "-year" });
  const boards = useNames("/exams/exchange");
  const [chosen, setChosen] = useState<{ series?: number; board?: string }>({});
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
          options={series.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(value) => setChosen({ ...chosen, series: value })}
        />
        <Select
          allowClear
          aria-label="Board"
          placeholder="Board"
          value={chosen.board}
          popupMatchSelectWidth={false}
          options={boards.map(({ board }) => ({ value: board, label: board }))}
          onChange={(value) => setChosen({ ...chosen, board: value })}
        />
      </div>
      <Import {...chosen} />
      <Make {...chosen} />
      <Paste {...chosen} />
    </div>
  );
}

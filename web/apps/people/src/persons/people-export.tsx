import { api, download, invalidate, useApi, useRecord } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import {
  ActionButton,
  Answered,
  Dialog,
  Facts,
  formatBytes,
  formatDateTime,
  formatNumber,
  Icon,
  PageHeader,
  Panel,
  PlainTable,
  toast,
  useOpenRecord,
} from "@staffroom/ui";
import { Select } from "antd";
import { useEffect, useRef, useState } from "react";
import "../style.css";

type State = Answer<"people", "/people/exports/state">;
type Column = State["columns"][number];
type Export = Answer<"people", "/people/exports/{id}">;

const whileRunning = 2_000;

/** The files of an export with their hashes; none once the file store has removed them. */
function Files({ id }: { id: number }) {
  const query = useRecord<Export>(`/people/exports/${id}`);
  return (
    <Answered query={query}>
      {({ files, expires, error, rows, fromChange, toChange, startedBy }) => (
        <>
          <Facts
            facts={{
              Rows: formatNumber(rows),
              Changes: fromChange ? `${fromChange} to ${toChange}` : "All",
              "Started by": startedBy,
              "Removed on": expires ? formatDateTime(expires) : "–",
            }}
          />
          {error && (
            <p role="status">
              <Icon name="warning" size={15} /> {error}
            </p>
          )}
          <PlainTable
            rows={files}
            keyOf={({ fileId }) => fileId}
            stacks
            empty="The files are removed after a week. Start an export to have new ones."
            columns={[
              { title: "File", head: true, cell: ({ name }) => name },
              {
                title: "Rows",
                num: true,
                cell: (file) => (file.name.endsWith(".json") ? "" : formatNumber(file.rows)),
              },
              { title: "Size", num: true, cell: ({ bytes }) => formatBytes(bytes) },
              { title: "SHA-256", cell: ({ sha256 }) => <code title={sha256}>{sha256.slice(0, 16)}…</code> },
              {
                cell: ({ fileId, name }) => (
                  <ActionButton
                    size="small"
                    aria-label={`Download ${name}`}
                    run={() => download(`/file/${fileId}/download`, name)}
                  >
                    Download
                  </ActionButton>
                ),
              },
            ]}
          />
        </>
      )}
    </Answered>
  );
}

function Running({ id }: { id: number }) {
  const { data } = useApi<Export>(`/people/exports/${id}`, undefined, { refetchInterval: () => whileRunning });
  return (
    <span role="status">
      <Icon name="refresh" size={15} />{" "}
      {data ? `Running: ${formatNumber(data.progress) || "0"} people written` : "Running"}
    </span>
  );
}

function Columns({ columns }: { columns: readonly Column[] }) {
  const names = [...new Set(columns.map(({ file }) => file))];
  const [shown = names[0], setShown] = useState<string>();
  return (
    <Panel
      title="Columns"
      extra={
        <Select
          aria-label="File"
          size="small"
          value={shown}
          options={names.map((value) => ({ value, label: value }))}
          onChange={setShown}
          popupMatchSelectWidth={false}
        />
      }
    >
      <PlainTable
        rows={columns.filter(({ file }) => file === shown)}
        keyOf={({ column }) => column}
        stacks
        columns={[
          { title: "Column", head: true, cell: ({ column }) => <code>{column}</code> },
          { title: "Title", cell: ({ title }) => title },
          { title: "Type", cell: ({ type }) => type },
          {
            title: "Personal",
            cell: ({ personal, special }) => (special ? "Special category" : personal ? "Personal" : ""),
          },
        ]}
      />
    </Panel>
  );
}

/** The export of people to the data warehouse: its state, run now, the last files, the columns. */
export default function PeopleExport() {
  const query = useApi<State>("/people/exports/state", undefined, {
    refetchInterval: ({ state: { data } }) => (data?.running ? whileRunning : false),
  });
  const [open, setOpen] = useOpenRecord("export");
  const start = async (scope: Export["scope"]) => {
    await api.post("/people/exports", { scope });
    toast.success("The export has started");
    await invalidate("/people/exports");
  };
  const running = query.data?.running ?? null;
  const ran = useRef<number | null>(null);
  useEffect(() => {
    if (ran.current !== null && running === null) void invalidate("/people/exports");
    ran.current = running;
  }, [running]);
  const actions = (
    <>
      <ActionButton disabled={running !== null} run={() => start("full")}>
        Start full export
      </ActionButton>
      <ActionButton type="primary" disabled={running !== null} run={() => start("incremental")}>
        Start incremental export
      </ActionButton>
    </>
  );
  return (
    <>
      <PageHeader title="People export" subtitle="People as Parquet files for the data warehouse" actions={actions} />
      <Answered query={query} rows={6}>
        {({ schedule, schemaVersion, lastDone, lastDoneAt, lastError, columns }) => (
          <div className="pe-export">
            <Panel title="State">
              <Facts
                facts={{
                  Now: running === null ? "Nothing runs" : <Running id={running} />,
                  "Last export": lastDoneAt ? formatDateTime(lastDoneAt) : "None yet",
                  "Last error": lastError || "–",
                  Schedule: `${schedule}, in full on Sundays`,
                  "Schema version": String(schemaVersion),
                }}
              />
            </Panel>
            {lastDone !== null && (
              <Panel title="Files of the last export">
                <Files key={lastDone} id={lastDone} />
              </Panel>
            )}
            <Panel title="Exports" flush>
              <ListScreen
                path="/people/exports"
                readOnly
                embedded={{ height: 320 }}
                onOpen={({ id }) => setOpen(Number(id))}
                target=""
                emptyText="Start the first export."
              />
            </Panel>
            <Columns columns={columns} />
          </div>
        )}
      </Answered>
      <Dialog
        open={open !== null}
        width={860}
        title={`Export ${open ?? ""}`}
        footer={null}
        destroyOnHidden
        onCancel={() => setOpen(null)}
      >
        {open !== null && <Files id={open} />}
      </Dialog>
    </>
  );
}

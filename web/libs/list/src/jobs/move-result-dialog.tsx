import { useApi, useListMeta, useListPage } from "@staffroom/api";
import type { MoveOutcome } from "@staffroom/contract";
import { Answered, Dialog, ErrorState, IconButton, LoadingState, PlainTable, useAttempt } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { rangeLabel } from "../request/range";
import { fillPath, isFilled } from "../request/row-address";
import { rowName } from "../table/cells";
import { ExportButton } from "./export";
import { closeResult, records, takeBack, tellResult, useShownResult, wordsOf, type MoveResult } from "./move-result";

/** Records per page. */
const pageSize = 25;

/**
 * The result of a move on a selection: each refused record, on request each changed one, and Undo. The shell renders it
 * once.
 */
export function MoveResultDialog() {
  const result = useShownResult();
  const [busy, attempt] = useAttempt();
  const canUndo = !!result?.undo && result.moved > 0;
  const undo = () =>
    result &&
    attempt(async () => {
      await takeBack(result);
      closeResult();
    });
  return (
    <Dialog
      open={!!result}
      title={result?.title}
      onCancel={closeResult}
      width={620}
      destroyOnHidden
      footer={
        <>
          {canUndo && (
            <Button loading={busy !== null} onClick={() => void undo()}>
              Undo {records(result.moved)}
            </Button>
          )}
          <Button type="primary" onClick={closeResult}>
            Close
          </Button>
        </>
      }
    >
      {result && <p>{wordsOf(result)}.</p>}
      {result && <Outcomes key={result.id} result={result} />}
    </Dialog>
  );
}

/** The refused records of a job; all records if none was refused, or on request. */
function Outcomes({ result }: { result: MoveResult }) {
  const { id, refused, moved } = result;
  const [all, setAll] = useState(refused.length === 0);
  const query = useApi<MoveOutcome[]>(`/jobs/${id}/outcomes`, undefined, { enabled: all });
  if (!all) {
    return (
      <>
        <Records result={result} outcomes={refused} />
        {moved > 0 && (
          <Button type="link" size="small" onClick={() => setAll(true)}>
            Show the {records(moved)} that changed too
          </Button>
        )}
      </>
    );
  }
  return (
    <Answered query={query} rows={Math.min(moved + refused.length, 8)}>
      {(outcomes) => (
        <Records
          result={result}
          outcomes={[...outcomes].sort((one, other) => Number(one.refusal === null) - Number(other.refusal === null))}
        />
      )}
    </Answered>
  );
}

/** The records of a job, page by page: each with a link by its name, and its result. */
function Records({ result, outcomes }: { result: MoveResult; outcomes: readonly MoveOutcome[] }) {
  const { list, at } = result;
  const [page, setPage] = useState(1);
  const listed = outcomes.slice((page - 1) * pageSize, page * pageSize);
  const meta = useListMeta(list);
  const rows = useListPage(list, { ids: listed.map(({ id }) => id).join(), page: 1, pageSize });
  const error = meta.error ?? rows.error;
  if (error && !rows.data)
    return <ErrorState compact error={error} onRetry={() => void Promise.all([meta.refetch(), rows.refetch()])} />;
  if (!meta.data || !rows.data) return <LoadingState rows={Math.min(listed.length, 8)} />;
  const { columns, rowKey, may } = meta.data;
  const byKey = new Map(rows.data.data.map((row) => [row[rowKey], row]));
  const open = () => {
    // It can be reopened from the opened record.
    closeResult();
    tellResult({ ...result, undo: false });
  };
  return (
    <>
      <PlainTable
        rows={listed}
        columns={[
          {
            title: "Record",
            head: true,
            cell: ({ id }) => {
              const row = byKey.get(id);
              const name = row ? rowName(columns, row, rowKey) : `Record ${id}`;
              return row && at && isFilled(at, row) ? (
                <Link to={fillPath(at, row)} onClick={open}>
                  {name}
                </Link>
              ) : (
                name
              );
            },
          },
          { title: "Result", cell: ({ refusal }) => refusal ?? "Changed" },
        ]}
      />
      <div className="sr-refused-foot">
        <span className="sr-num sr-muted">{rangeLabel({ page, pageSize }, listed.length, outcomes.length, true)}</span>
        {outcomes.length > pageSize && (
          <>
            <IconButton
              label="Page before"
              icon="chevron-left"
              disabled={page === 1}
              onClick={() => setPage(page - 1)}
            />
            <IconButton
              label="Next page"
              icon="chevron-right"
              disabled={page * pageSize >= outcomes.length}
              onClick={() => setPage(page + 1)}
            />
          </>
        )}
        <span className="sr-spacer" />
        {may.export !== false && (
          <ExportButton
            path={list}
            size="selection"
            request={() => ({ query: {}, ids: outcomes.map(({ id }) => id) })}
          />
        )}
      </div>
    </>
  );
}

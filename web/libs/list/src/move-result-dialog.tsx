import { useListMeta, useListPage } from "@staffroom/api";
import { Dialog, ErrorState, IconButton, LoadingState, PlainTable, useAttempt } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { fillPath, isFilled, rangeLabel } from "./address";
import { rowName } from "./cells";
import { ExportButton } from "./export";
import { closeResult, records, takeBack, tellResult, useShownResult, wordsOf, type MoveResult } from "./move-result";

/** Refused records of a page. */
const pageSize = 25;

/** What became of a move on a selection: each refused record with its reason, and Undo. The shell renders it once. */
export function MoveResultDialog() {
  const result = useShownResult();
  const [busy, attempt] = useAttempt();
  const canUndo = !!result?.undo && result.moved > 0;
  const undo = () => result && attempt(async () => {
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
          {canUndo && <Button loading={busy !== null} onClick={() => void undo()}>Undo {records(result.moved)}</Button>}
          <Button type="primary" onClick={closeResult}>Close</Button>
        </>
      }
    >
      {result && <p>{wordsOf(result)}.</p>}
      {result && result.refused.length > 0 && <RefusedRecords key={result.id} result={result} />}
    </Dialog>
  );
}

/** The refused records of a job, a page at a time: each by its name, which leads to it, and why. */
function RefusedRecords({ result }: { result: MoveResult }) {
  const { list, at, refused } = result;
  const [page, setPage] = useState(1);
  const listed = refused.slice((page - 1) * pageSize, page * pageSize);
  const meta = useListMeta(list);
  const rows = useListPage(list, { ids: listed.map(({ id }) => id).join(), page: 1, pageSize });
  const error = meta.error ?? rows.error;
  if (error && !rows.data) return <ErrorState compact error={error} onRetry={() => void Promise.all([meta.refetch(), rows.refetch()])} />;
  if (!meta.data || !rows.data) return <LoadingState rows={Math.min(listed.length, 8)} />;
  const { columns, rowKey, may } = meta.data;
  const found = new Map(rows.data.data.map((row) => [row[rowKey], row]));
  const open = () => {
    // It can be asked for again from beside the opened record.
    closeResult();
    tellResult({ ...result, undo: false });
  };
  return (
    <>
      <PlainTable
        rows={listed}
        columns={[
          {
            title: "Refused", head: true,
            cell: ({ id }) => {
              const row = found.get(id);
              const name = row ? rowName(columns, row, rowKey) : `Record ${id}`;
              return row && at && isFilled(at, row) ? <Link to={fillPath(at, row)} onClick={open}>{name}</Link> : name;
            },
          },
          { title: "Reason", cell: ({ refusal }) => refusal },
        ]}
      />
      <div className="sr-refused-foot">
        <span className="sr-num sr-muted">{rangeLabel({ page, pageSize }, listed.length, refused.length, true)}</span>
        {refused.length > pageSize && (
          <>
            <IconButton label="Page before" icon="chevron-left" disabled={page === 1} onClick={() => setPage(page - 1)} />
            <IconButton label="Next page" icon="chevron-right" disabled={page * pageSize >= refused.length} onClick={() => setPage(page + 1)} />
          </>
        )}
        <span className="sr-spacer" />
        {may.export !== false && <ExportButton path={list} size="selection" request={() => ({ query: {}, ids: refused.map(({ id }) => id) })} />}
      </div>
    </>
  );
}

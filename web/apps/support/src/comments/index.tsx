import { api, invalidate, useListPage } from "@staffroom/api";
import type { WidgetProps } from "@staffroom/contract";
import { attempt, contains, EmptyState, ErrorState, Icon, LoadingState, Panel, Toggle, useDialogs } from "@staffroom/ui";
import { Button, Dropdown, Input, Table } from "antd";
import { useMemo, useState } from "react";
import { columnsOf, wordsOf, type Doing } from "./columns";
import { CommentDialog } from "./dialog";
import { RevisionsDialog } from "./revisions";
import "./style.css";
import type { CommentPage, CommentRow, Editing } from "./types";

/** The comments of any record: platform.md 2, Comments table. */
export default function Comments({ entityType, entityTypeId, readOnly = false }: WidgetProps["comments"]) {
  return <CommentsOf key={`${entityType}:${entityTypeId}`} entityType={entityType} entityTypeId={entityTypeId} readOnly={readOnly} />;
}

function CommentsOf({ entityType, entityTypeId, readOnly }: Required<WidgetProps["comments"]>) {
  const [after, setAfter] = useState("");
  const page = useListPage("/comments", after ? { after } : undefined, { headers: { entityType, entityTypeId: String(entityTypeId) } });
  const answer = page.data as unknown as CommentPage | undefined;
  const dialogs = useDialogs();
  const [editMode, setEditMode] = useState(false);
  const [search, setSearch] = useState("");
  const [editing, setEditing] = useState<Editing | null>(null);
  const [history, setHistory] = useState<CommentRow | null>(null);
  const changing = editMode && !readOnly;

  const words = search.trim();
  const rows = useMemo(() => answer?.data.filter((row) => !words || contains(wordsOf(row), words)) ?? [], [answer, words]);
  const reload = () => void invalidate("/comments");
  const act = (method: string, path: string) => attempt(() => api.send(method, path).then(reload));
  const doing: Doing = {
    edit: (row) => setEditing({ type: row.type, comment: row }),
    remove: async (row) => {
      if (await dialogs.askDelete("this comment")) await act("DELETE", `/comment/${row.id}`);
    },
    pin: (row) => void act("POST", `/comment/${row.id}/toggle/pinned`),
    lock: (row) => void act("POST", `/comment/${row.id}/toggle/locked`),
    showHistory: setHistory,
  };

  if (page.error && !answer) return <ErrorState error={page.error} title="The comments did not load" onRetry={() => void page.refetch()} />;
  if (!answer) return <LoadingState rows={5} />;
  const { types } = answer;
  return (
    <Panel
      flush
      title="Comments"
      extra={
        <span className="sr-comment-head">
          <Input type="search" allowClear placeholder="Search" aria-label="Search comments" value={search} onChange={(event) => setSearch(event.target.value)} />
          {!readOnly && <Toggle on={editMode} onChange={setEditMode}>EDIT</Toggle>}
          {!readOnly && types.length > 0 && (
            <Dropdown
              trigger={["click"]}
              placement="bottomRight"
              menu={{ items: types.map((type) => ({ key: type.value, label: type.label })), onClick: ({ key }) => setEditing({ type: key }) }}
            >
              <Button type="primary" icon={<Icon name="plus" size={15} />}>New comment</Button>
            </Dropdown>
          )}
        </span>
      }
    >
      <Table<CommentRow>
        size="small"
        rowKey="id"
        className="sr-comments"
        columns={columnsOf(answer.data, types, changing, readOnly, doing)}
        dataSource={rows}
        loading={page.isPlaceholderData}
        scroll={{ x: 760 }}
        pagination={{
          defaultPageSize: 50,
          pageSizeOptions: [10, 25, 50, 75, 100],
          showSizeChanger: true,
          size: "small",
          showTotal: (total, [from, to]) => `${from}-${to} of ${total}`,
        }}
        locale={{ emptyText: <Empty searched={!!words} readOnly={readOnly} /> }}
        rowClassName={(row) => [row.pinned ? "sr-comment-pinned" : "", changing && row.may.edit ? "sr-comment-editable" : ""].join(" ")}
        onRow={(row) => ({ onClick: () => changing && row.may.edit && doing.edit(row) })}
      />
      {(answer.next || after) && (
        <div className="sr-comment-more">
          {after && <Button size="small" onClick={() => setAfter("")}>Newest comments</Button>}
          {answer.next && <Button size="small" onClick={() => setAfter(answer.next ?? "")}>Older comments</Button>}
        </div>
      )}
      <CommentDialog
        entityType={entityType}
        entityTypeId={entityTypeId}
        editing={editing}
        types={types}
        onDone={() => {
          setEditing(null);
          reload();
        }}
        onCancel={() => setEditing(null)}
      />
      <RevisionsDialog comment={history} onClose={() => setHistory(null)} />
    </Panel>
  );
}

function Empty({ searched, readOnly }: { searched: boolean; readOnly: boolean }) {
  if (searched) return <EmptyState icon="search" title="Nothing matches" text="Try fewer letters." compact />;
  return <EmptyState icon="message" title="No comments yet" text={readOnly ? undefined : "Add the first one with the button above."} compact />;
}

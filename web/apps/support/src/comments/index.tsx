import { api, invalidate, useListPage } from "@staffroom/api";
import type { WidgetProps } from "@staffroom/contract";
import { TallList } from "@staffroom/list";
import { attempt, EmptyState, ErrorState, Icon, LoadingState, Toggle, useDialogs } from "@staffroom/ui";
import { Button, Dropdown } from "antd";
import { useState } from "react";
import { columnsOf, CommentCard, filtersOf, valueOf, wordsOf, type Doing } from "./columns";
import { CommentDialog } from "./dialog";
import { RevisionsDialog } from "./revisions";
import "./style.css";
import type { CommentPage, CommentRow, Editing } from "./types";

/** The comments of any record: platform.md 2, Comments table. */
export default function Comments({ entityType, entityTypeId, readOnly = false }: WidgetProps["comments"]) {
  return (
    <CommentsOf
      key={`${entityType}:${entityTypeId}`}
      entityType={entityType}
      entityTypeId={entityTypeId}
      readOnly={readOnly}
    />
  );
}

function CommentsOf({ entityType, entityTypeId, readOnly }: Required<WidgetProps["comments"]>) {
  const [after, setAfter] = useState("");
  const page = useListPage("/comments", after ? { after } : undefined, {
    headers: { entityType, entityTypeId: String(entityTypeId) },
  });
  const answer = page.data as unknown as CommentPage | undefined;
  const dialogs = useDialogs();
  const [editMode, setEditMode] = useState(false);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [history, setHistory] = useState<CommentRow | null>(null);
  const changing = editMode && !readOnly;

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

  if (page.error && !answer)
    return <ErrorState error={page.error} title="The comments did not load" onRetry={() => void page.refetch()} />;
  if (!answer) return <LoadingState rows={5} />;
  const { types } = answer;
  const columns = columnsOf(changing, readOnly, doing);
  const filters = filtersOf(answer.data, types);
  return (
    <TallList<CommentRow>
      title="Comments"
      rows={answer.data}
      columns={columns}
      filters={filters}
      valueOf={valueOf}
      wordsOf={wordsOf}
      card={(row) => <CommentCard row={row} editing={changing} readOnly={readOnly} doing={doing} />}
      loading={page.isPlaceholderData}
      empty={(isSearched) => <Empty searched={isSearched} readOnly={readOnly} />}
      rowClassName={(row) =>
        [row.pinned ? "sr-comment-pinned" : "", changing && row.may.edit ? "sr-comment-editable" : ""].join(" ")
      }
      onRow={(row) => changing && row.may.edit && doing.edit(row)}
      actions={
        !readOnly && (
          <>
            <Toggle on={editMode} onChange={setEditMode}>
              EDIT
            </Toggle>
            {types.length > 0 && (
              <Dropdown
                trigger={["click"]}
                placement="bottomRight"
                menu={{
                  items: types.map((type) => ({ key: type.value, label: type.label })),
                  onClick: ({ key }) => setEditing({ type: key }),
                }}
              >
                <Button type="primary" icon={<Icon name="plus" size={15} />}>
                  New comment
                </Button>
              </Dropdown>
            )}
          </>
        )
      }
    >
      {(answer.next || after) && (
        <div className="sr-comment-more">
          {after && (
            <Button size="small" onClick={() => setAfter("")}>
              Newest comments
            </Button>
          )}
          {answer.next && (
            <Button size="small" onClick={() => setAfter(answer.next ?? "")}>
              Older comments
            </Button>
          )}
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
    </TallList>
  );
}

function Empty({ searched, readOnly }: { searched: boolean; readOnly: boolean }) {
  if (searched) return <EmptyState icon="search" title="Nothing matches" text="Try fewer letters." compact />;
  return (
    <EmptyState
      icon="message"
      title="No comments yet"
      text={readOnly ? undefined : "Add the first one with the button above."}
      compact
    />
  );
}

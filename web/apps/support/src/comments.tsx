import { api, invalidate, useApi } from "@staffroom/api";
import type { Comment, Field, WidgetProps } from "@staffroom/contract";
import { FieldFormDialog } from "@staffroom/form";
import { EmptyState, ErrorState, formatDateTime, Icon, LoadingState, Panel, plainText, RichTextView, toast, useDialogs } from "@staffroom/ui";
import { Button, Dropdown, Input, Switch, Table, Tooltip, type TableColumnType } from "antd";
import { useState } from "react";

type CommentType = { value: string; label: string };
type Editing = { type: string; comment?: Comment };

const fields: Field[] = [{ name: "comment", title: "Comment", type: "richtext", required: true }];

const typeOf = (entry: CommentType | string): CommentType => (typeof entry === "string" ? { value: entry, label: entry } : entry);

/** The comments table of platform.md 2, for any record. */
export default function Comments({ entityType, entityTypeId, readOnly = false }: WidgetProps["comments"]) {
  const headers = { entityType, entityTypeId: String(entityTypeId) };
  const comments = useApi<Comment[]>("/comments", undefined, { headers });
  const types = useApi<(CommentType | string)[]>("/comments/types", undefined, { staleTime: 60 * 60_000, enabled: !readOnly });
  const dialogs = useDialogs();
  const [editMode, setEditMode] = useState(false);
  const [search, setSearch] = useState("");
  const [editing, setEditing] = useState<Editing | null>(null);
  const reload = () => void invalidate("/comments");

  const attempt = async (work: Promise<unknown>) => {
    try {
      await work;
      reload();
    } catch (error) {
      toast.error(error);
    }
  };
  const remove = async (comment: Comment) => {
    if (await dialogs.askDelete("this comment")) await attempt(api.delete(`/comment/${comment.id}`));
  };
  const send = (values: Record<string, unknown>, idempotencyKey: string) => {
    const body = { entityType, entityTypeId, comment: values.comment, type: editing?.type };
    return editing?.comment
      ? api.post("/comment/edit", { ...body, commentId: editing.comment.id })
      : api.post("/comment/add", body, { idempotencyKey });
  };

  const columns: TableColumnType<Comment>[] = [
    { key: "author", title: "Author", width: 150, render: (_, row) => row.author.name },
    { key: "type", title: "Type", width: 110, dataIndex: "type" },
    { key: "comment", title: "Comment", render: (_, row) => <RichTextView html={row.comment} /> },
    { key: "created", title: "Created", width: 124, render: (_, row) => formatDateTime(row.createdDate) },
    { key: "modified", title: "Modified", width: 124, render: (_, row) => formatDateTime(row.modifiedDate) },
    {
      key: "pinned",
      title: "Pinned",
      width: 96,
      render: (_, row) => (
        <>
          <Tooltip title={row.pinned ? "Unpin" : "Pin"}>
            <Button
              type="text"
              size="small"
              disabled={readOnly}
              aria-pressed={row.pinned}
              aria-label={row.pinned ? "Unpin" : "Pin"}
              icon={<Icon name={row.pinned ? "pin" : "unpin"} size={15} />}
              onClick={(event) => {
                event.stopPropagation();
                void attempt(api.post(`/comment/${row.id}/toggle/pinned`));
              }}
            />
          </Tooltip>
          {editMode && !readOnly && !row.locked && row.may?.delete !== false && (
            <Button
              type="text"
              size="small"
              danger
              aria-label="Delete"
              icon={<Icon name="trash" size={15} />}
              onClick={(event) => {
                event.stopPropagation();
                void remove(row);
              }}
            />
          )}
        </>
      ),
    },
  ];

  if (comments.error && !comments.data) return <ErrorState error={comments.error} onRetry={() => void comments.refetch()} />;
  if (!comments.data) return <LoadingState rows={5} />;
  const words = search.trim().toLowerCase();
  const rows = comments.data
    .filter((row) => !words || `${row.author.name} ${row.type} ${plainText(row.comment)}`.toLowerCase().includes(words))
    .sort((one, other) => Number(other.pinned) - Number(one.pinned) || other.createdDate.localeCompare(one.createdDate));
  return (
    <Panel
      flush
      title="Comments"
      extra={
        <span style={{ display: "flex", gap: 8, alignItems: "center" }}>
          <Input type="search" allowClear placeholder="Search" aria-label="Search comments" style={{ width: 200 }} value={search} onChange={(event) => setSearch(event.target.value)} />
          {!readOnly && <label className="sr-edit-toggle"><Switch size="small" checked={editMode} onChange={setEditMode} /> EDIT</label>}
          {!readOnly && (
            <Dropdown
              trigger={["click"]}
              menu={{
                items: (types.data ?? []).map(typeOf).map((type) => ({ key: type.value, label: type.label })),
                onClick: ({ key }) => setEditing({ type: key }),
              }}
            >
              <Button type="primary" icon={<Icon name="plus" size={15} />}>Add</Button>
            </Dropdown>
          )}
        </span>
      }
    >
      <Table<Comment>
        size="small"
        rowKey="id"
        columns={columns}
        dataSource={rows}
        pagination={{ defaultPageSize: 50, pageSizeOptions: [10, 25, 50, 75, 100], hideOnSinglePage: true, size: "small" }}
        locale={{ emptyText: <EmptyState icon="message" title={words ? "Nothing matches" : "No comments yet"} text={readOnly || words ? undefined : "Add the first one with the button above."} compact /> }}
        onRow={(row) => ({
          onClick: () => editMode && !readOnly && !row.locked && row.may?.edit !== false && setEditing({ type: row.type, comment: row }),
        })}
      />
      <FieldFormDialog
        open={!!editing}
        title={editing?.comment ? "Edit comment" : "Add comment"}
        submitLabel="Save"
        fields={fields}
        initial={editing?.comment && { comment: editing.comment.comment }}
        draftKey={`comment:${entityType}:${entityTypeId}:${editing?.comment?.id ?? "new"}`}
        to={send}
        onDone={() => {
          setEditing(null);
          reload();
        }}
        onCancel={() => setEditing(null)}
      />
    </Panel>
  );
}

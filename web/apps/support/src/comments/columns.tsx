import { contains, formatDateTime, Icon, IconButton, plainText, RichTextView, StatusTag } from "@staffroom/ui";
import { Tooltip, type TableColumnType } from "antd";
import { withMentions } from "./mentions";
import type { CommentRow, CommentType } from "./types";

export type Doing = {
  edit: (row: CommentRow) => void;
  remove: (row: CommentRow) => void;
  pin: (row: CommentRow) => void;
  lock: (row: CommentRow) => void;
  showHistory: (row: CommentRow) => void;
};

/** The text of a comment, as the search sees it. */
export const wordsOf = (row: CommentRow): string => `${row.author.name} ${row.typeLabel} ${plainText(withMentions(row.comment))}`;

const by = (text: (row: CommentRow) => string) => (one: CommentRow, other: CommentRow) => text(one).localeCompare(text(other), "en");

/** Author, Type, Comment, Created, Modified, Pinned (platform.md 2, Comments table). */
export function columnsOf(rows: readonly CommentRow[], types: readonly CommentType[], editing: boolean, readOnly: boolean, doing: Doing): TableColumnType<CommentRow>[] {
  const authors = [...new Set(rows.map((row) => row.author.name))].sort((one, other) => one.localeCompare(other, "en"));
  return [
    {
      key: "author", title: "Author", width: 150, render: (_, row) => row.author.name, sorter: by((row) => row.author.name),
      filters: authors.map((name) => ({ text: name, value: name })), onFilter: (value, row) => row.author.name === value, filterSearch: authors.length > 8 && ((typed, { text }) => contains(String(text), typed)),
    },
    {
      key: "type", title: "Type", width: 124, render: (_, row) => <StatusTag label={row.typeLabel} color={row.color} />, sorter: by((row) => row.typeLabel),
      filters: types.map(({ value, label }) => ({ text: label, value })), onFilter: (value, row) => row.type === value,
    },
    { key: "comment", title: "Comment", render: (_, row) => <RichTextView html={withMentions(row.comment)} /> },
    { key: "created", title: "Created", width: 126, render: (_, row) => formatDateTime(row.createdDate), sorter: by((row) => row.createdDate) },
    {
      key: "modified", title: "Modified", width: 150, sorter: by((row) => row.modifiedDate ?? ""),
      render: (_, row) => row.edits > 0 && (
        <span className="sr-comment-modified">
          {formatDateTime(row.modifiedDate)}
          <IconButton label="Show history" icon="history" onClick={() => doing.showHistory(row)} />
        </span>
      ),
    },
    {
      key: "pinned", title: "Pinned", width: editing ? 150 : 84, filters: [{ text: "Pinned", value: true }], onFilter: (_, row) => row.pinned,
      render: (_, row) => (
        <span className="sr-comment-tools">
          <IconButton label={row.pinned ? "Unpin" : "Pin"} icon="pin" aria-pressed={row.pinned} disabled={readOnly || !row.may.pin} onClick={() => doing.pin(row)} />
          {editing && row.may.lock && <IconButton label={row.locked ? "Unlock" : "Lock"} icon={row.locked ? "key" : "lock"} aria-pressed={row.locked} onClick={() => doing.lock(row)} />}
          {row.locked && !(editing && row.may.lock) && <Tooltip title="Locked: it can be neither changed nor deleted"><span className="sr-comment-locked" role="img" aria-label="Locked"><Icon name="lock" size={14} /></span></Tooltip>}
          {editing && row.may.edit && <IconButton label="Edit" icon="pencil" onClick={() => doing.edit(row)} />}
          {editing && row.may.delete && !row.locked && <IconButton label="Delete" icon="trash" danger onClick={() => doing.remove(row)} />}
        </span>
      ),
    },
  ];
}

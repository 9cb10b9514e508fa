import type { Filter } from "@staffroom/contract";
import { compareNames } from "@staffroom/language";
import type { TallColumn } from "@staffroom/list";
import { formatDateTime, Icon, IconButton, plainText, RichTextView, StatusTag } from "@staffroom/ui";
import { Tooltip } from "antd";
import { withMentions } from "./mentions";
import type { CommentRow, CommentType } from "./types";

export type Doing = {
  edit: (row: CommentRow) => void;
  remove: (row: CommentRow) => void;
  pin: (row: CommentRow) => void;
  lock: (row: CommentRow) => void;
  showHistory: (row: CommentRow) => void;
};

/** Returns a comment's text for the search. */
export const wordsOf = (row: CommentRow): string =>
  `${row.author.name} ${row.typeLabel} ${plainText(withMentions(row.comment))}`;

/** Author, Type, Comment, Created, Modified, Pinned (platform.md 2, Comments table). */
export function columnsOf(editing: boolean, readOnly: boolean, doing: Doing): TallColumn<CommentRow>[] {
  return [
    { name: "author", title: "Author", width: 150, cell: (row) => row.author.name, by: (row) => row.author.name },
    {
      name: "type",
      title: "Type",
      width: 124,
      cell: (row) => <StatusTag label={row.typeLabel} color={row.color} />,
      by: (row) => row.typeLabel,
    },
    { name: "comment", title: "Comment", cell: (row) => <RichTextView html={withMentions(row.comment)} /> },
    {
      name: "created",
      title: "Created",
      width: 126,
      cell: (row) => formatDateTime(row.createdDate),
      by: (row) => row.createdDate,
    },
    {
      name: "modified",
      title: "Modified",
      width: 150,
      cell: (row) => <Modified row={row} doing={doing} />,
      by: (row) => row.modifiedDate ?? "",
    },
    {
      name: "pinned",
      title: "Pinned",
      width: editing ? 150 : 84,
      cell: (row) => <Tools row={row} editing={editing} readOnly={readOnly} doing={doing} />,
      by: (row) => (row.pinned ? "0" : "1"),
    },
  ];
}

/** Returns the filters of comments: authors, types, and pinned ones. */
export const filtersOf = (rows: readonly CommentRow[], types: readonly CommentType[]): Filter[] => [
  { name: "type", title: "Type", type: "select", options: types.map(({ value, label }) => ({ value, label })) },
  {
    name: "author",
    title: "Author",
    type: "select",
    options: [...new Set(rows.map((row) => row.author.name))]
      .sort(compareNames)
      .map((name) => ({ value: name, label: name })),
  },
  { name: "pinned", title: "Pinned", type: "boolean" },
];

/** Returns a comment's value that a filter compares. */
export const valueOf = (row: CommentRow, filter: string): string =>
  filter === "author" ? row.author.name : filter === "type" ? row.type : String(row.pinned);

type Part = { row: CommentRow; doing: Doing };

function Modified({ row, doing }: Part) {
  if (row.edits === 0) return null;
  return (
    <span className="sr-comment-modified">
      {formatDateTime(row.modifiedDate)}
      <IconButton label="Show history" icon="history" onClick={() => doing.showHistory(row)} />
    </span>
  );
}

function Tools({ row, editing, readOnly, doing }: Part & { editing: boolean; readOnly: boolean }) {
  return (
    <span className="sr-comment-tools">
      <IconButton
        label={row.pinned ? "Unpin" : "Pin"}
        icon="pin"
        aria-pressed={row.pinned}
        disabled={readOnly || !row.may.pin}
        onClick={() => doing.pin(row)}
      />
      {editing && row.may.lock && (
        <IconButton
          label={row.locked ? "Unlock" : "Lock"}
          icon={row.locked ? "key" : "lock"}
          aria-pressed={row.locked}
          onClick={() => doing.lock(row)}
        />
      )}
      {row.locked && !(editing && row.may.lock) && (
        <Tooltip title="Locked: it can be neither changed nor deleted">
          <span className="sr-comment-locked" role="img" aria-label="Locked">
            <Icon name="lock" size={14} />
          </span>
        </Tooltip>
      )}
      {editing && row.may.edit && <IconButton label="Edit" icon="pencil" onClick={() => doing.edit(row)} />}
      {editing && row.may.delete && !row.locked && (
        <IconButton label="Delete" icon="trash" danger onClick={() => doing.remove(row)} />
      )}
    </span>
  );
}

/** A comment as a card, on a phone. */
export function CommentCard({ row, editing, readOnly, doing }: Part & { editing: boolean; readOnly: boolean }) {
  return (
    <div className="sr-comment-card">
      <div>
        <b>{row.author.name}</b> <StatusTag label={row.typeLabel} color={row.color} />{" "}
        <Tools row={row} editing={editing} readOnly={readOnly} doing={doing} />
      </div>
      <RichTextView html={withMentions(row.comment)} />
      <div className="sr-muted">
        {formatDateTime(row.createdDate)}
        {row.edits > 0 && (
          <>
            , modified <Modified row={row} doing={doing} />
          </>
        )}
      </div>
    </div>
  );
}

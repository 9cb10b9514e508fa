import type { Comment, Page } from "@staffroom/contract";

export type CommentType = { value: string; label: string; color: string; audience: string[] };

/** A comment as `GET /comments` answers it. */
export type CommentRow = Comment & {
  typeLabel: string;
  edits: number;
  may: { edit: boolean; delete: boolean; pin: boolean; lock: boolean };
};

export type CommentPage = Omit<Page, "data"> & { data: CommentRow[]; types: CommentType[] };

export type Revision = { id: number; type: string; comment: string; replaced: string; replacedBy: { id: number; name: string } };

/** What one edits or writes: a new comment of a type, or an existing one. */
export type Editing = { type: string; comment?: CommentRow };

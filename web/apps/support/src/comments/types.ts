import type { AnswerBody, Shape } from "@staffroom/contract";

export type CommentType = Shape<"support", "CommentType">;
/** A comment as `GET /comments` returns it. */
export type CommentRow = Shape<"support", "Comment">;
export type CommentPage = AnswerBody<"support", "/comments">;
export type Revision = Shape<"support", "CommentRevision">;

/** The comment in the dialog: a new one of a type, or an existing one. */
export type Editing = { type: string; comment?: CommentRow };

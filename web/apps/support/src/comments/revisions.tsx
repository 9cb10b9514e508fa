import { useApi } from "@staffroom/api";
import { Answered, Dialog, formatDateTime, RichTextView } from "@staffroom/ui";
import { withMentions } from "./mentions";
import type { CommentRow, Revision } from "./types";

/** The former texts of a comment. */
export function RevisionsDialog({ comment, onClose }: { comment: CommentRow | null; onClose: () => void }) {
  return (
    <Dialog
      open={!!comment}
      title="History of this comment"
      footer={null}
      onCancel={onClose}
      width={640}
      destroyOnHidden
    >
      {comment && <Revisions comment={comment} />}
    </Dialog>
  );
}

function Revisions({ comment }: { comment: CommentRow }) {
  const query = useApi<Revision[]>(`/comment/${comment.id}/revisions`);
  return (
    <Answered query={query} rows={4} compact>
      {(revisions) => <Versions versions={versionsOf(comment, revisions)} />}
    </Answered>
  );
}

/** Each text was valid from the previous edit until the one that replaced it. */
const versionsOf = (comment: CommentRow, revisions: readonly Revision[]) => [
  { id: 0, comment: comment.comment, from: revisions[0]?.replaced, by: revisions[0]?.replacedBy.name },
  ...revisions.map((revision, index) => {
    const older = revisions[index + 1];
    return {
      id: revision.id,
      comment: revision.comment,
      from: older?.replaced ?? comment.createdDate,
      by: older?.replacedBy.name ?? comment.author.name,
    };
  }),
];

function Versions({ versions }: { versions: ReturnType<typeof versionsOf> }) {
  return (
    <ol className="sr-revisions">
      {versions.map((version, index) => (
        <li key={version.id}>
          <p className="sr-muted">
            {index === 0 ? "Now" : "Before"} · {version.by} · {formatDateTime(version.from)}
          </p>
          <RichTextView html={withMentions(version.comment)} />
        </li>
      ))}
    </ol>
  );
}

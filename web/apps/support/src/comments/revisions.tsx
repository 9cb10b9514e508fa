import { useApi } from "@staffroom/api";
import { Dialog, ErrorState, formatDateTime, LoadingState, RichTextView } from "@staffroom/ui";
import { withMentions } from "./mentions";
import type { CommentRow, Revision } from "./types";

/** The former texts of a comment. */
export function RevisionsDialog({ comment, onClose }: { comment: CommentRow | null; onClose: () => void }) {
  return (
    <Dialog open={!!comment} title="History of this comment" footer={null} onCancel={onClose} width={640} destroyOnHidden>
      {comment && <Revisions comment={comment} />}
    </Dialog>
  );
}

function Revisions({ comment }: { comment: CommentRow }) {
  const revisions = useApi<Revision[]>(`/comment/${comment.id}/revisions`);
  if (revisions.error) return <ErrorState error={revisions.error} onRetry={() => void revisions.refetch()} compact />;
  if (!revisions.data) return <LoadingState rows={4} />;
  // Each text ends with the edit that replaced it, and begins with the edit before.
  const versions = [
    { id: 0, comment: comment.comment, from: revisions.data[0]?.replaced, by: revisions.data[0]?.replacedBy.name },
    ...revisions.data.map((revision, index) => {
      const older = revisions.data[index + 1];
      return { id: revision.id, comment: revision.comment, from: older?.replaced ?? comment.createdDate, by: older?.replacedBy.name ?? comment.author.name };
    }),
  ];
  return (
    <ol className="sr-revisions">
      {versions.map((version, index) => (
        <li key={version.id}>
          <p className="sr-muted">{index === 0 ? "Now" : "Before"} · {version.by} · {formatDateTime(version.from)}</p>
          <RichTextView html={withMentions(version.comment)} />
        </li>
      ))}
    </ol>
  );
}

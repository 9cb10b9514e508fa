import { useApi } from "@staffroom/api";
import type { Field, FieldChange, FieldSection, RecordPieceProps } from "@staffroom/contract";
import { authorOf, FieldValue } from "@staffroom/form";
import { ErrorState, formatDateTime, LoadingState, Panel, StatePanel } from "@staffroom/ui";
import "./style.css";

/** The whole record, where it was deleted. */
const wholeRecord: Field = { name: "*", title: "The user", type: "text" };

/** The history of a user, the newest change first. */
export default function History({ record }: RecordPieceProps) {
  return <Panel flush><Changes id={record.id} /></Panel>;
}

function Changes({ id }: { id: number }) {
  const { data, error, refetch } = useApi<FieldChange[]>(`/users/${id}/history`, undefined, { staleTime: 0 });
  const form = useApi<{ sections: FieldSection[] }>("/users/fields");
  const fields = new Map(form.data?.sections.flatMap((section) => section.fields).map((field) => [field.name, field]));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data || !form.data) return <LoadingState />;
  if (!data.length) return <StatePanel icon="history" title="Never changed" text="Changes to this user will be listed here." />;
  return (
    <ol className="id-changes">
      {data.map((change) => {
        const field = fields.get(change.field) ?? wholeRecord;
        return (
          <li key={change.id}>
            <span className="sr-num">{formatDateTime(change.changed)}</span>
            <span>{authorOf(change)}</span>
            <span>{field.title}</span>
            <span><del>{change.oldText ?? <FieldValue field={field} value={change.oldValue} />}</del>{change.newText ?? <FieldValue field={field} value={change.newValue} />}</span>
          </li>
        );
      })}
    </ol>
  );
}

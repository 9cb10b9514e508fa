import { useApi } from "@staffroom/api";
import type { Field, FieldChange, RecordPieceProps } from "@staffroom/contract";
import { authorOf, FieldValue, useFields } from "@staffroom/form";
import { Answered, formatDateTime, Panel, StatePanel } from "@staffroom/ui";
import "../style.css";

/** The whole record, if it was deleted. */
const wholeRecord: Field = { name: "*", title: "The user", type: "text" };

/** The history of a user, newest change first. */
export default function History({ record }: RecordPieceProps) {
  const changes = useApi<FieldChange[]>(`/users/${record.id}/history`, undefined, { staleTime: 0 });
  const { data: form, fields } = useFields("/users");
  return (
    <Panel flush>
      <Answered query={{ ...changes, data: form && changes.data }}>
        {(data) =>
          data.length === 0 ? (
            <StatePanel icon="history" title="Never changed" text="Changes to this user will be listed here." />
          ) : (
            <ol className="id-changes">
              {data.map((change) => {
                const field = fields.get(change.field) ?? wholeRecord;
                return (
                  <li key={change.id}>
                    <span className="sr-num">{formatDateTime(change.changed)}</span>
                    <span>{authorOf(change)}</span>
                    <span>{field.title}</span>
                    <span>
                      <del>{change.oldText ?? <FieldValue field={field} value={change.oldValue} />}</del>
                      {change.newText ?? <FieldValue field={field} value={change.newValue} />}
                    </span>
                  </li>
                );
              })}
            </ol>
          )
        }
      </Answered>
    </Panel>
  );
}

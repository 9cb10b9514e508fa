import { useApi } from "@staffroom/api";
import type { FieldChange } from "@staffroom/contract";
import { authorOf } from "@staffroom/form";
import { Answered, formatDateTime } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import { useEditing } from "./context";
import { Card } from "./parts";

const shownAtFirst = 12;

/** Everything that happened to the invoice in one list, newest first, for users who may read it. */
export function History() {
  const { invoice } = useEditing();
  const [isWhole, setWhole] = useState(false);
  const mayRead = !!invoice.may?.history;
  const query = useApi<FieldChange[]>(`/invoice/${invoice.id}/history`, undefined, { staleTime: 0, enabled: mayRead });
  if (!mayRead) return null;
  return (
    <Card title="History">
      <Answered query={query} rows={4} compact>
        {(changes) => (
          <>
            <ol className="sr-history fin-history">
              {(isWhole ? changes : changes.slice(0, shownAtFirst)).map((change) => (
                <li key={`${change.id} ${change.field}`}>
                  <div className="sr-muted">
                    {formatDateTime(change.changed)} · {authorOf(change)}
                  </div>
                  <div className="sr-history-values">
                    <strong>{change.title ?? change.field}</strong>
                    {change.oldText && <del>{change.oldText}</del>}
                    {change.newText && <span>{change.newText}</span>}
                  </div>
                </li>
              ))}
            </ol>
            {!isWhole && changes.length > shownAtFirst && (
              <Button size="small" onClick={() => setWhole(true)}>
                Show all {changes.length}
              </Button>
            )}
          </>
        )}
      </Answered>
    </Card>
  );
}

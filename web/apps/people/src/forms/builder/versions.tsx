import { useApi } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { Answered, Dialog, formatDateTime, PlainTable } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import type { Definition, FormRecord } from "../types";
import { differences } from "./model";

type Version = Answer<"people", "/form/{id}/versions">[number];
type WholeVersion = { number: number; definition: Definition };

/** The published versions of a form, each with its differences from the draft. */
export function VersionsDialog({
  form,
  definition,
  onClose,
  onTake,
}: {
  form: FormRecord;
  definition: Definition;
  onClose: () => void;
  onTake: (definition: Definition) => void;
}) {
  const query = useApi<Version[]>(`/form/${form.id}/versions`, undefined, { staleTime: 0 });
  const [shown, setShown] = useState<number | null>(null);
  const number = shown ?? query.data?.[0]?.number ?? null;
  return (
    <Dialog
      open
      width={760}
      title="Versions of the form"
      footer={<Button onClick={onClose}>Close</Button>}
      onCancel={onClose}
    >
      <Answered query={query} rows={3}>
        {(versions) => (
          <>
            <PlainTable
              rows={versions}
              empty="The form is not published yet."
              stacks
              columns={[
                { title: "Version", head: true, cell: (one) => one.number },
                { title: "Published", cell: (one) => formatDateTime(one.published) },
                { title: "By", cell: (one) => one.publishedByName },
                { title: "Entries", num: true, cell: (one) => one.entries },
                {
                  cell: (one) => (
                    <Button size="small" aria-pressed={one.number === number} onClick={() => setShown(one.number)}>
                      Compare with draft
                    </Button>
                  ),
                },
              ]}
            />
            {number !== null && (
              <Compared path={`/form/${form.id}/version/${number}`} definition={definition} onTake={onTake} />
            )}
          </>
        )}
      </Answered>
    </Dialog>
  );
}

function Compared({
  path,
  definition,
  onTake,
}: {
  path: string;
  definition: Definition;
  onTake: (definition: Definition) => void;
}) {
  const query = useApi<WholeVersion>(path);
  return (
    <Answered query={query} rows={3}>
      {(version) => {
        const changes = differences(version.definition, definition);
        return (
          <section className="forms-differences" aria-live="polite">
            <h3>Draft compared with version {version.number}</h3>
            {changes.length ? (
              <ul>
                {changes.map(({ id, kind, text }) => (
                  <li key={`${kind} ${id}`} data-kind={kind}>
                    {text}
                  </li>
                ))}
              </ul>
            ) : (
              <p className="sr-muted">They are the same.</p>
            )}
            {changes.length > 0 && (
              <Button size="small" onClick={() => onTake(version.definition)}>
                Take version {version.number} as the draft
              </Button>
            )}
          </section>
        );
      }}
    </Answered>
  );
}

import { api, useRecord } from "@staffroom/api";
import { Moves } from "@staffroom/workflow";
import { Answered, ErrorState, LoadingState, PageHeader, PdfButton } from "@staffroom/ui";
import { Alert } from "antd";
import { useEffect, useRef, useState } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { WriteBack } from "../entries/write-back";
import { states } from "../entries/status";
import type { Entry } from "../types";
import { Fill } from "./fill";
import { ReadEntry, sentLine } from "./read";
import "../style.css";

/** `/form/:formId/:staff?`, `/formv2/:formId`: begins an entry, or goes on with one that was begun. */
export function BeginForm() {
  const { formId, staff } = useParams();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>();
  const begun = useRef<string | null>(null);
  const query = params.toString();
  const begin = async () => {
    setError(undefined);
    const read = new URLSearchParams(query);
    const number = (name: string) => (read.get(name) ? Number(read.get(name)) : undefined);
    try {
      const { id } = await api.post<{ id: number }>(`/form/${formId}/entry`, { requestId: number("request"), personId: number("person") });
      await navigate(`${window.location.hash.startsWith("#/formv2") ? "/formv2" : "/form"}/entry/${id}${staff ? "/staff" : ""}`, { replace: true });
    } catch (failure) {
      setError(failure);
    }
  };
  useEffect(() => {
    const one = `${formId} ${query}`;
    if (begun.current === one) return;
    begun.current = one;
    void begin();
  });
  if (error) return <ErrorState error={error} title="This form cannot be filled in now" onRetry={() => void begin()} />;
  return <LoadingState rows={8} />;
}

/** `/form/entry/:entryId/:staff?`, `/formv2/entry/:entryId`: filled in while it may be changed, read afterwards. */
export function EntryScreen() {
  const { entryId, staff } = useParams();
  const query = useRecord<Entry>(`/form/entry/${entryId}`);
  return (
    <Answered query={query} rows={8}>
      {(entry) => entry.may.edit
        ? <Fill key={`${entry.id}`} entry={entry} isStaff={!!staff} onChanged={query.refetch} />
        : <SentEntry entry={entry} isStaff={!!staff || entry.may.review} onChanged={() => void query.refetch()} />}
    </Answered>
  );
}

/** An entry that was sent, with what its reader may do with it. */
function SentEntry({ entry, isStaff, onChanged }: { entry: Entry; isStaff: boolean; onChanged: () => void }) {
  const { id, form, status, version, reason } = entry;
  const thanks = version.definition.settings.thanks;
  return (
    <div className="forms-entry">
      <PageHeader
        title={form.title} badges={[states[status]]} subtitle={[entry.about && `About ${entry.about.name}`, sentLine(entry)].filter(Boolean).join(" · ")}
        actions={
          <>
            <PdfButton load={async () => (await api.get<{ fileId: number }>(`/form/entry/${id}/pdf`)).fileId} />
            {entry.may.review && <WriteBack entry={entry} onDone={onChanged} />}
            <Moves moves={entry.moves} onDone={onChanged} />
          </>
        }
      />
      {status === "returned" && <Alert type="warning" showIcon title="This form was returned" description={reason} />}
      {!entry.may.review && status === "received" && <Alert type="success" showIcon title="Thank you. This form was sent." description={thanks} />}
      <ReadEntry entry={entry} isStaff={isStaff} />
    </div>
  );
}

import { api, ApiError, appName, plainErrorText, useListPage } from "@staffroom/api";
import { ErrorState, LoadingState, PageHeader, Panel, Refusable, useAddress, useRouteTitle } from "@staffroom/ui";
import { Button, Select } from "antd";
import { useEffect, useId, useRef, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { nameOf, usePeopleSearch } from "../../persons/people-search";

type Chosen = { kind: string; id: number };

/** `/form/:formId/:staff?`, `/formv2/:formId`: begins an entry, or continues one. */
export function BeginForm() {
  const { formId, staff } = useParams();
  const [params, change] = useAddress();
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>();
  const begun = useRef<string | null>(null);
  const query = params.toString();
  const begin = async () => {
    setError(undefined);
    const read = new URLSearchParams(query);
    const number = (name: string) => (read.get(name) ? Number(read.get(name)) : undefined);
    try {
      const { id } = await api.post<{ id: number }>(`/form/${formId}/entry`, {
        requestId: number("request"),
        kind: read.get("kind") ?? undefined,
        personId: number("person"),
      });
      await navigate(
        `${window.location.hash.startsWith("#/formv2") ? "/formv2" : "/form"}/entry/${id}${staff ? "/staff" : ""}`,
        { replace: true },
      );
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
  if (error instanceof ApiError && "personId" in error.fields) {
    return (
      <ChooseAbout
        text={plainErrorText(error)}
        onChosen={({ kind, id }) => change(() => new URLSearchParams({ kind, person: String(id) }), { replace: true })}
      />
    );
  }
  if (error) return <ErrorState error={error} title="This form cannot be filled in now" onRetry={() => void begin()} />;
  return <LoadingState rows={8} />;
}

/** Asks whom a form is about: one of the user's own students, or for the office any person by name. */
function ChooseAbout({ text, onChosen }: { text: string; onChosen: (chosen: Chosen) => void }) {
  const title = useRouteTitle();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  return (
    <>
      <PageHeader title={title} />
      <Panel title="Whom is this form about?">
        <p>{text}</p>
        {appName === "client" ? <OwnStudents onChosen={setChosen} /> : <ByName onChosen={setChosen} />}
        <div className="forms-foot">
          <Refusable refusal={!chosen && "Choose the person first"}>
            <Button type="primary" onClick={() => chosen && onChosen(chosen)}>
              Begin form
            </Button>
          </Refusable>
        </div>
      </Panel>
    </>
  );
}

function OwnStudents({ onChosen }: { onChosen: (chosen: Chosen) => void }) {
  const id = useId();
  const { data } = useListPage("/students", { page: 1, pageSize: 100 });
  const options = data?.data.map((row) => ({ value: Number(row.id), label: String(row.name) }));
  return (
    <>
      <label className="forms-label" htmlFor={id}>
        Student
      </label>
      <Select
        id={id}
        style={{ width: "100%", maxWidth: 420 }}
        placeholder="Choose the student"
        options={options}
        onChange={(next: number) => onChosen({ kind: "student", id: next })}
      />
    </>
  );
}

/** Any person, or a course, found by name. */
export function ByName({ onChosen }: { onChosen: (chosen: Chosen) => void }) {
  const id = useId();
  const { hits, select } = usePeopleSearch(undefined, "Nothing with this name");
  return (
    <>
      <label className="forms-label" htmlFor={id}>
        Name of the person or course
      </label>
      <Select
        {...select}
        id={id}
        style={{ width: "100%", maxWidth: 420 }}
        options={hits.map((hit) => ({ value: `${hit.kind}:${hit.id}`, label: nameOf(hit) }))}
        onChange={(next: string) => onChosen({ kind: next.split(":")[0] ?? "", id: Number(next.split(":")[1]) })}
      />
    </>
  );
}

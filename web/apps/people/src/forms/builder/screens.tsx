import { api, download, invalidate, newKey, useRecord } from "@staffroom/api";
import { FieldSections } from "@staffroom/form";
import { ListScreen } from "@staffroom/list";
import { Answered, Icon, PageHeader, Panel, Refusable, Tabs, toast, useAttempt } from "@staffroom/ui";
import { Moves } from "@staffroom/workflow";
import { Button, Dropdown } from "antd";
import { useCallback, useRef, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { EntriesOfForm } from "../entries/entries";
import { LinksOfForm } from "../requests/links";
import { RequestsOfForm } from "../requests/requests";
import type { FormRecord } from "../types";
import { Builder, ReadOnlyForm } from "./builder";
import { NewForm } from "./new-form";
import "../style.css";
import "./style.css";

/** `/admin/forms`: the forms, with their entries and what waits for review. */
export const FormsList = () => (
  <ListScreen
    path="/forms"
    target="/admin/forms/{id}"
    actions={<NewForm />}
    emptyText="Begin with a template, or with an empty form."
  />
);

const stateWords = {
  draft: { status: "Draft", type: "grey" },
  published: { status: "Published", type: "green" },
  retired: { status: "Retired", type: "orange" },
} as const;

/** `/admin/forms/:formId/:tab?`: a form with its builder, entries, requests and links. */
export function FormScreen() {
  const { formId } = useParams();
  const query = useRecord<FormRecord>(`/form/${formId}`);
  return (
    <Answered query={query} rows={10}>
      {(form) => <OneForm key={form.id} form={form} reload={() => void query.refetch()} />}
    </Answered>
  );
}

function OneForm({ form, reload }: { form: FormRecord; reload: () => void }) {
  const { tab = "build" } = useParams();
  const navigate = useNavigate();
  const [busy, attempt] = useAttempt();
  const flush = useRef<() => Promise<boolean>>(async () => true);
  const [isBad, setBad] = useState(false);
  const ready = useCallback((next: () => Promise<boolean>, bad: boolean) => {
    flush.current = next;
    setBad(bad);
  }, []);
  const saved = useCallback(() => void invalidate("/forms"), []);
  const base = `/admin/forms/${form.id}`;
  const isLegacy = form.generation === 1;
  const copy = () =>
    attempt(async () => {
      await flush.current();
      const { id } = await api.post<{ id: number }>("/forms", { copyOf: form.id }, { idempotencyKey: newKey() });
      toast.success(`${form.title} was copied into a new draft`);
      await navigate(`/admin/forms/${id}`);
    });
  const exportFile = () =>
    attempt(async () => {
      await flush.current();
      await download(`/form/${form.id}/file`, `${form.slug || "form"}.json`);
    });
  const items = [
    {
      key: "build",
      label: "Build",
      children: isLegacy ? <ReadOnlyForm form={form} /> : <Builder form={form} onSaved={saved} onReady={ready} />,
    },
    { key: "entries", label: "Entries", children: <EntriesOfForm form={form} /> },
    { key: "requests", label: "Requests", children: <RequestsOfForm form={form} /> },
    { key: "links", label: "Links", children: <LinksOfForm form={form} /> },
    {
      key: "details",
      label: "Details",
      children: (
        <Panel>
          <FieldSections thing="/form" record={form} onSaved={reload} />
        </Panel>
      ),
    },
  ];
  return (
    <div className="forms-form">
      <PageHeader
        title={form.title}
        badges={[stateWords[form.status]]}
        subtitle={
          [
            form.published ? `Version ${form.published.number}` : "",
            form.changed ? "The draft has changes that are not published" : "",
          ]
            .filter(Boolean)
            .join(" · ") || undefined
        }
        actions={
          <>
            <Dropdown
              trigger={["click"]}
              menu={{
                items: [
                  { key: "copy", label: "Copy into a new form" },
                  { key: "file", label: "Save as a file" },
                  { key: "fill", label: "Fill in" },
                ],
                onClick: ({ key }) =>
                  void (key === "copy" ? copy() : key === "file" ? exportFile() : navigate(`/form/${form.id}/staff`)),
              }}
            >
              <Button loading={busy !== null} icon={<Icon name="more" size={15} />}>
                More
              </Button>
            </Dropdown>
            {isBad && tab === "build" ? (
              <Refusable refusal="Correct the marked places first">
                <Button type="primary">Publish</Button>
              </Refusable>
            ) : (
              // The draft is saved before the question: the moves wait for saves in progress.
              <span onFocusCapture={() => void flush.current()} onPointerDownCapture={() => void flush.current()}>
                <Moves moves={form.moves} onDone={reload} />
              </span>
            )}
          </>
        }
      />
      <Tabs
        activeKey={tab}
        destroyOnHidden
        items={items}
        onChange={(key) => void navigate(key === "build" ? base : `${base}/${key}`)}
      />
    </div>
  );
}

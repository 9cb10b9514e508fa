import { api, hasRole, seldomChanged, useApi, useUser } from "@staffroom/api";
import type { Field, Shape, WidgetProps } from "@staffroom/contract";
import { FieldForm, type Form } from "@staffroom/form";
import { choiceOf, useChoices } from "@staffroom/screen";
import { Dialog, toast, useAttempt } from "@staffroom/ui";
import { Button, Select } from "antd";
import { useId, useMemo, useState } from "react";
import { countDocument, Documents } from "../articles/documents";
import "./style.css";
import { base, ticketFields, type SupportStaff } from "./types";

type Template = Shape<"support", "TemplateChoice">;

/** The default priority. */
const normal = 3;
const noTemplates: readonly Template[] = [];

/** Returns fields for a template's questions; the answer to the first is `question1`. */
const questionFields = (template: Template | undefined): Field[] =>
  (template?.questions ?? []).map((question, index) => ({
    name: `question${index + 1}`,
    title: question,
    type: "text",
    multiline: true,
    required: true,
    maxLength: 2_000,
  }));

/** The form for a new support ticket (money.md 5), about an invoice or a slip if one is given. */
export default function NewTicket({ invoiceId, slipId, title, onClose, onRaised }: WidgetProps["new-ticket"]) {
  const user = useUser();
  const isStaff = hasRole(user, "staff");
  const mayChoose = hasRole(user, "staff", "tutor");
  const staff = useApi<SupportStaff[]>("/v2/support/staff", undefined, {
    staleTime: seldomChanged,
    enabled: mayChoose,
  });
  const choices = useChoices(ticketFields);
  const templates =
    useApi<Template[]>("/v2/support/ticketTemplates/offered", undefined, { staleTime: seldomChanged }).data ??
    noTemplates;
  const [chosen, choose] = useState<number | null>(null);
  const template = templates.find(({ id }) => id === chosen);
  const fields = useMemo<Field[]>(() => {
    const offered = (name: string) => [...(choices?.(name) ?? [])];
    const fields: (Field | false)[] = [
      // Errors are reported, not asked about.
      {
        name: "team",
        title: "Support team",
        type: "select",
        required: true,
        options: offered("type").filter(({ value }) => value !== "error"),
      },
      { name: "metaType", title: "Category", type: "select", required: true, options: offered("metaType") },
      { name: "title", title: "Title", type: "text", required: true, maxLength: 200 },
      { name: "message", title: "Message", type: "richtext", required: true, maxLength: 20_000 },
      ...questionFields(template),
      { name: "priority", title: "Priority", type: "select", required: true, options: offered("priority") },
      // Users other than staff ask for themselves and inform nobody else.
      isStaff && {
        name: "primaryUser",
        title: "Primary user",
        type: "select",
        required: true,
        optionsFrom: "/comments/people",
        help: "Whose question it is.",
      },
      mayChoose && {
        name: "responsibleStaff",
        title: "Responsible staff",
        type: "select",
        help: "A member of the team you ask; if empty, its rota decides.",
        options: (staff.data ?? []).map(({ id, name, groups }) => ({
          value: id,
          label: `${name} · ${groups.map((group) => choiceOf(choices, "type", group)?.label).join(", ")}`,
        })),
      },
      isStaff && {
        name: "infoUsers",
        title: "Inform",
        type: "multiselect",
        optionsFrom: "/comments/people",
        help: "They see it and can write on it.",
      },
      { name: "fileIds", title: "Files", type: "files" },
    ];
    return fields.filter((field) => field !== false);
  }, [choices, staff.data, isStaff, mayChoose, template]);
  const raise = async (values: Record<string, unknown>, idempotencyKey: string) => {
    const questions = questionFields(template).map(({ name }) => name);
    const form = Object.fromEntries(Object.entries(values).filter(([name]) => !questions.includes(name)));
    const body = { ...form, invoiceId, slipId, ...(template && { answers: questions.map((name) => values[name]) }) };
    const path = template ? `/v2/support/ticketTemplate/${template.id}/ticket` : base;
    const { id, notice } = await api.post<{ id: number; notice: string }>(path, body, { idempotencyKey });
    toast.success(notice);
    onRaised?.(id);
    onClose();
  };
  const about = invoiceId ? `invoice:${invoiceId}` : slipId ? `slip:${slipId}` : "new";
  const prepared = template && {
    team: template.team,
    metaType: template.metaType,
    message: template.text,
    priority: template.priority,
  };
  return (
    <Dialog
      open
      title="New support ticket"
      footer={null}
      width={820}
      centered
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <div className="sr-new-ticket">
        {templates.length > 0 && <TemplateChoice templates={templates} value={chosen} onChange={choose} />}
        <FieldForm
          key={template?.id ?? 0}
          fields={fields}
          initial={{ title: title ?? template?.title ?? "", priority: normal, primaryUser: user.id, ...prepared }}
          draftKey={`ticket:${about}${template ? `:${template.id}` : ""}`}
          submitLabel="Raise ticket"
          onSubmit={raise}
          onCancel={onClose}
        >
          {(form) => <Proposed form={form} onClose={onClose} />}
        </FieldForm>
      </div>
    </Dialog>
  );
}

type TemplateChoiceProps = {
  templates: readonly Template[];
  value: number | null;
  onChange: (id: number | null) => void;
};

function TemplateChoice({ templates, value, onChange }: TemplateChoiceProps) {
  const id = useId();
  return (
    <div className="sr-ticket-template">
      <label htmlFor={id}>Template</label>
      <Select
        id={id}
        allowClear
        showSearch={{ optionFilterProp: "label" }}
        placeholder="None: an empty form"
        value={value}
        options={templates.map((one) => ({ value: one.id, label: one.name }))}
        onChange={(chosen: number | undefined) => onChange(chosen ?? null)}
      />
    </div>
  );
}

/** Documents about the typed title. 'This helped' closes the draft: no ticket is needed. */
function Proposed({ form, onClose }: { form: Form; onClose: () => void }) {
  const [busy, attempt] = useAttempt();
  const helped = (id: number) =>
    attempt(async () => {
      await countDocument(id, "helped");
      form.forget();
      toast.success("No ticket was raised. The document is noted as helpful");
      onClose();
    });
  return (
    <Documents text={String(form.drafts.title ?? "")} title="Does one of these answer it?">
      {({ id, name }) => (
        <Button
          size="small"
          loading={busy !== null}
          aria-label={`This helped: ${name}`}
          onClick={() => void helped(Number(id))}
        >
          This helped
        </Button>
      )}
    </Documents>
  );
}

import { api, hasRole, seldomChanged, useApi, useUser } from "@staffroom/api";
import type { Field, WidgetProps } from "@staffroom/contract";
import { FieldForm } from "@staffroom/form";
import { choiceOf, useChoices } from "@staffroom/screen";
import { Dialog, toast } from "@staffroom/ui";
import { useMemo } from "react";
import "./style.css";
import { base, words, type SupportStaff } from "./types";

/** The default priority. */
const normal = 3;

/** The form of a new support ticket (money.md 5), about an invoice or a slip where one is given. */
export default function NewTicket({ invoiceId, slipId, title, onClose, onRaised }: WidgetProps["new-ticket"]) {
  const user = useUser();
  const isStaff = hasRole(user, "staff");
  const mayChoose = hasRole(user, "staff", "tutor");
  const staff = useApi<SupportStaff[]>("/v2/support/staff", undefined, { staleTime: seldomChanged, enabled: mayChoose });
  const choices = useChoices(words);
  const fields = useMemo<Field[]>(() => {
    const offered = (name: string) => [...(choices?.(name) ?? [])];
    const fields: (Field | false)[] = [
      // Faults are reported, not asked about.
      { name: "team", title: "Support team", type: "select", required: true, options: offered("type").filter(({ value }) => value !== "error") },
      { name: "metaType", title: "Category", type: "select", required: true, options: offered("metaType") },
      { name: "title", title: "Title", type: "text", required: true, maxLength: 200 },
      { name: "message", title: "Message", type: "richtext", required: true, maxLength: 20_000 },
      { name: "priority", title: "Priority", type: "select", required: true, options: offered("priority") },
      // Others than staff ask for themselves and inform nobody else.
      isStaff && { name: "primaryUser", title: "Primary user", type: "select", required: true, optionsFrom: "/comments/people", help: "Whose question it is." },
      mayChoose && {
        name: "responsibleStaff", title: "Responsible staff", type: "select", help: "Of the team you ask; the whole team when empty.",
        options: (staff.data ?? []).map(({ id, name, groups }) => ({ value: id, label: `${name} · ${groups.map((group) => choiceOf(choices, "type", group)?.label).join(", ")}` })),
      },
      isStaff && { name: "infoUsers", title: "Inform", type: "multiselect", optionsFrom: "/comments/people", help: "They see it and can write on it." },
      { name: "fileIds", title: "Files", type: "files" },
    ];
    return fields.filter((field) => field !== false);
  }, [choices, staff.data, isStaff, mayChoose]);
  const raise = async (values: Record<string, unknown>, idempotencyKey: string) => {
    const { id, notice } = await api.post<{ id: number; notice: string }>(base, { ...values, invoiceId, slipId }, { idempotencyKey });
    toast.success(notice);
    onRaised?.(id);
    onClose();
  };
  return (
    <Dialog open title="New support ticket" footer={null} width={820} centered onCancel={onClose} mask={{ closable: false }}>
      <div className="sr-new-ticket">
        <FieldForm
          fields={fields}
          initial={{ title: title ?? "", priority: normal, primaryUser: user.id }}
          draftKey={`ticket:${invoiceId ? `invoice:${invoiceId}` : slipId ? `slip:${slipId}` : "new"}`}
          submitLabel="Raise ticket"
          onSubmit={raise}
          onCancel={onClose}
        />
      </div>
    </Dialog>
  );
}

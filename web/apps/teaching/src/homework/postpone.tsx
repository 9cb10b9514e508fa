import { api } from "@staffroom/api";
import type { Drafts } from "@staffroom/form";
import { FieldFormDialog } from "@staffroom/form";
import { formatDateTime, toast, useDialogs } from "@staffroom/ui";
import { useCallback } from "react";
import { isPast, other, pastQuestion, useDueFields } from "./tutorials";

type Props = {
  hws: { id: number; cwsId: number; title: string };
  /** The slip with which it is postponed, and the end of its tutorial. */
  slipId?: number;
  after?: string;
  /** Called before it is postponed, once that is confirmed. */
  before?: () => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
};

/** Postpones homework to one of the next tutorials or to another date (teaching.md 5). */
export function PostponeDialog({ hws, slipId, after, before, onDone, onClose }: Props) {
  const dialogs = useDialogs();
  const due = useDueFields(hws.cwsId, after);
  const fields = useCallback(
    (drafts: Drafts) => due(drafts.dateOption).map((field) => ({ ...field, required: true })),
    [due],
  );
  return (
    <FieldFormDialog
      open
      title={`Postpone ${hws.title}`}
      submitLabel="Postpone homework"
      fields={fields}
      to={async ({ dateOption, dueDate }) => {
        if (dateOption === other && isPast(dueDate) && !(await dialogs.ask(pastQuestion("Postpone homework"))))
          return false;
        await before?.();
        await api.post(`/homework/${hws.id}/postpone`, {
          dateOption,
          dueDate: dueDate ?? null,
          slipId: slipId ?? null,
        });
        toast.success(`${hws.title} is due ${formatDateTime(dateOption === other ? dueDate : dateOption)} now`);
        return true;
      }}
      onDone={(isPostponed) => isPostponed && onDone()}
      onCancel={onClose}
    />
  );
}

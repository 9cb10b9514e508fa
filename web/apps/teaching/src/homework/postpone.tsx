import { api } from "@staffroom/api";
import type { Drafts } from "@staffroom/form";
import { FieldFormDialog } from "@staffroom/form";
import { useCallback } from "react";
import { useDueFields } from "./tutorials";

type Props = {
  hws: { id: number; cwsId: number; title: string };
  /** The slip with which it is postponed, and the end of its tutorial. */
  slipId?: number;
  after?: string;
  onDone: () => void;
  onClose: () => void;
};

/** Postpones homework to one of the next tutorials or to another date (teaching.md 5). */
export function PostponeDialog({ hws, slipId, after, onDone, onClose }: Props) {
  const due = useDueFields(hws.cwsId, after);
  const fields = useCallback((drafts: Drafts) => due(drafts.dateOption).map((field) => ({ ...field, required: true })), [due]);
  return (
    <FieldFormDialog
      open
      title={`Postpone ${hws.title}`}
      submitLabel="Postpone homework"
      fields={fields}
      to={({ dateOption, dueDate }) => api.post(`/homework/${hws.id}/postpone`, { dateOption, dueDate: dueDate ?? null, slipId: slipId ?? null })}
      onDone={onDone}
      onCancel={onClose}
    />
  );
}

import { api, useApi, useSession } from "@staffroom/api";
import type { Answer, Field } from "@staffroom/contract";
import { FieldFormDialog } from "@staffroom/form";
import { useMemo } from "react";
import { mentioning } from "./mentions";
import type { CommentType, Editing } from "./types";

type Props = {
  entityType: string;
  entityTypeId: number;
  editing: Editing | null;
  types: readonly CommentType[];
  onDone: () => void;
  onCancel: () => void;
};

/** Writes or changes one comment. Colleagues chosen beside it are mentioned at its end and told. */
export function CommentDialog({ entityType, entityTypeId, editing, types, onDone, onCancel }: Props) {
  const { user } = useSession();
  const isStaff = user?.roleIds.some((role) => role === "staff" || role === "sysAdmin") ?? false;
  const people = useApi<Answer<"support", "/comments/people">>("/comments/people", undefined, { enabled: isStaff && !!editing, staleTime: 5 * 60_000 });
  const fields = useMemo<Field[]>(() => {
    const asked: Field[] = [
      { name: "comment", title: "Comment", type: "richtext", required: true, maxLength: 10_000 },
      { name: "type", title: "Type", type: "select", required: true, options: types.map(({ value, label, color }) => ({ value, label, color })) },
    ];
    if (isStaff) {
      asked.push({
        name: "mention",
        title: "Mention colleagues",
        type: "multiselect",
        options: (people.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        help: "They get a notice that leads here.",
      });
    }
    return asked;
  }, [types, isStaff, people.data]);

  const send = (values: Record<string, unknown>, idempotencyKey: string) => {
    const chosen = new Set((values.mention as number[] | null) ?? []);
    const body = {
      entityType,
      entityTypeId,
      comment: mentioning(String(values.comment), (people.data ?? []).filter(({ id }) => chosen.has(id))),
      type: values.type,
    };
    return editing?.comment
      ? api.post("/comment/edit", { ...body, commentId: editing.comment.id })
      : api.post("/comment/add", body, { idempotencyKey });
  };

  return (
    <FieldFormDialog
      open={!!editing}
      title={editing?.comment ? "Edit comment" : "Add comment"}
      submitLabel="Save"
      fields={fields}
      initial={{ comment: editing?.comment?.comment ?? "", type: editing?.type }}
      draftKey={`comment:${entityType}:${entityTypeId}:${editing?.comment?.id ?? `new:${editing?.type ?? ""}`}`}
      to={send}
      onDone={onDone}
      onCancel={onCancel}
    />
  );
}

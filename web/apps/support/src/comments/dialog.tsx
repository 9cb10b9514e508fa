import { api, seldomChanged, useApi, useSession } from "@staffroom/api";
import type { Answer, Field } from "@staffroom/contract";
import { FieldFormDialog } from "@staffroom/form";
import { MentionContext, type Mentionable } from "@staffroom/ui";
import { useMemo } from "react";
import { asTyped, mentioning } from "./mentions";
import type { CommentType, Editing } from "./types";

const nobody: readonly Mentionable[] = [];

type Props = {
  entityType: string;
  entityTypeId: number;
  editing: Editing | null;
  types: readonly CommentType[];
  onDone: () => void;
  onCancel: () => void;
};

/** Adds or edits one comment. Colleagues named with `@` are mentioned and notified. */
export function CommentDialog({ entityType, entityTypeId, editing, types, onDone, onCancel }: Props) {
  const { user } = useSession();
  const isStaff = user?.roleIds.some((role) => role === "staff" || role === "sysAdmin") ?? false;
  const people = useApi<Answer<"support", "/comments/people">>("/comments/people", undefined, {
    enabled: isStaff && !!editing,
    staleTime: seldomChanged,
  });
  const fields = useMemo<Field[]>(
    () => [
      {
        name: "comment",
        title: "Comment",
        type: "richtext",
        required: true,
        maxLength: 10_000,
        ...(isStaff && { help: "Type @ and a name to mention a colleague, who gets a notice that leads here." }),
      },
      {
        name: "type",
        title: "Type",
        type: "select",
        required: true,
        options: types.map(({ value, label, color }) => ({ value, label, color })),
      },
    ],
    [types, isStaff],
  );

  const send = (values: Record<string, unknown>, idempotencyKey: string) => {
    const body = {
      entityType,
      entityTypeId,
      comment: mentioning(String(values.comment), people.data ?? []),
      type: values.type,
    };
    return editing?.comment
      ? api.post("/comment/edit", { ...body, commentId: editing.comment.id })
      : api.post("/comment/add", body, { idempotencyKey });
  };

  return (
    <MentionContext value={people.data ?? nobody}>
      <FieldFormDialog
        open={!!editing}
        title={editing?.comment ? "Edit comment" : "Add comment"}
        submitLabel="Save"
        fields={fields}
        initial={{ comment: asTyped(editing?.comment?.comment ?? ""), type: editing?.type }}
        draftKey={`comment:${entityType}:${entityTypeId}:${editing?.comment?.id ?? `new:${editing?.type ?? ""}`}`}
        to={send}
        onDone={onDone}
        onCancel={onCancel}
      />
    </MentionContext>
  );
}

import { api } from "@staffroom/api";
import type { Entry, FormField } from "../types";

const roleTitles: Readonly<Record<string, string>> = {
  student: "The student",
  client: "A parent or guardian",
  tutor: "The tutor",
  staff: "The office",
};

/** Returns who signs a signature field, by its `signer`. */
export const roleTitle = (role: string | null | undefined) => roleTitles[role ?? ""] ?? "Another person";

/** Signs a signature field of an entry by a typed name, and optionally a drawing. */
export const signEntry = ({ id }: Entry, field: FormField, name: string, drawing: string | null) =>
  api.post(`/form/entry/${id}/sign`, { fieldId: field.id, name, ...(drawing ? { drawing } : {}) });

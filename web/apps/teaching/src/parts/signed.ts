import { formatDateTime } from "@staffroom/ui";

/** Formats `12/12/26 10:00 by Ms Ada Tutor`. */
export const signed = (at?: string | null, by?: string | null) =>
  at && [formatDateTime(at), by].filter(Boolean).join(" by ");

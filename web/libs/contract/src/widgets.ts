import type { Choice } from "./api";

/** Widgets by name, with their props; the shell or another area shows them. */
export type WidgetProps = {
  "home.calendar": object;
  /** The user's queue of tasks, as on the home page. */
  "home.waiting": object;
  /** The signed-in user's tutorials of the week. */
  "my-week": object;
  /** The user's delivery settings for each kind of notice. */
  "notice-settings": object;
  comments: { entityType: string; entityTypeId: number; readOnly?: boolean };
  uploader: { kind?: string; entityType?: string; entityTypeId?: number; onUploaded?: (files: UploadedFile[]) => void };
  /**
   * A button that chooses files of the document library; `onChosen` gets copies. Empty for users without access to the
   * library.
   */
  library: { kind?: string; entityType?: string; entityTypeId?: number; onChosen?: (files: UploadedFile[]) => void };
  /** Files of a record: list, preview, upload. `kind` is the only kind of file here, if there is only one. */
  files: { entityType?: string; entityTypeId?: number; readOnly?: boolean; kind?: string; height?: number };
  /** Files in full screen, with previous and next among `files`. */
  viewer: { files: readonly number[]; current: number; onClose: () => void };
  /** The pages of a PDF inside another screen. */
  pdf: { fileId: number; name: string; marks?: boolean };
  avatar: { userId: number; size?: number };
  /** The invoices of a person; for a student or candidate also a new one. */
  invoices: { kind: "student" | "candidate" | "client"; id: number; organisationId?: number };
  /** A tutor's bank details, for accounts and for the tutor. */
  "bank-details": { tutorId?: number; invigilatorId?: number; name?: string };
  /** Previews, edits and sends the template's email for each record. `onSent` is called before `onClose`. */
  "email-preview": {
    templateId: number;
    entityType: string;
    entityTypeIds: readonly number[];
    onClose: () => void;
    onSent?: () => void;
  };
  /**
   * A button for the selection bar of the list at `path`: chooses a template, then opens its emails to the selected
   * people. `label` defaults to Email.
   */
  "email-selection": {
    entityType: string;
    path: string;
    choice: Choice;
    label?: string;
  };
  /** The homework of a student, tutor or course, with openable rows; on a course more can be set. */
  homework: { courseId?: number; studentId?: number; tutorId?: number };
  /** The study plan of a course. */
  "study-plan": { courseId: number };
  /**
   * The journal entries about a course or student, or by a tutor, that the reader may see; `title` is the title of the
   * course.
   */
  journal: { courseId?: number; studentId?: number; tutorId?: number; title?: string };
  /** A button that writes a journal entry about a record. */
  "journal-button": { kind: "slip" | "course" | "event" | "homework"; id: number; title: string };
  /** A link to the whiteboard of an event or a course, for users who may open one. */
  "board-link": { courseId?: number | null; eventId?: number };
  /** The attendance at the tutorials of a student, tutor or course: figures and the list. */
  attendance: { courseId?: number; studentId?: number; tutorId?: number };
  /** Terms that a tutor rejected, over the whole screen until they are accepted. */
  "terms-gate": object;
  /** A student's slips, with their statistics in a dialog. */
  "slips-of-student": { studentId: number; name: string };
  /**
   * The form for a new support ticket, about an invoice or a slip if one is named. `onRaised` is called before
   * `onClose`.
   */
  "new-ticket": {
    invoiceId?: number;
    slipId?: number;
    title?: string;
    onClose: () => void;
    onRaised?: (id: number) => void;
  };
  /** A support ticket: details, messages, moves. */
  ticket: { id: number; onClose: () => void; onChanged?: () => void };
};
export type WidgetName = keyof WidgetProps;
export type UploadedFile = { id: number; name: string; size: number; type?: string };

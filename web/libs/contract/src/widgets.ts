import type { Choice } from "./api";

/** Widgets by name, with their props: the shell or another area shows them. */
export type WidgetProps = {
  "home.calendar": object;
  /** The queue of work that waits for the user, as the home page has it. */
  "home.waiting": object;
  /** The tutorials of the week of whoever is signed in. */
  "my-week": object;
  /** How one is told of each kind of notice. */
  "notice-settings": object;
  comments: { entityType: string; entityTypeId: number; readOnly?: boolean };
  uploader: { kind?: string; entityType?: string; entityTypeId?: number; onUploaded?: (files: UploadedFile[]) => void };
  /**
   * A button that chooses files of the document library, of which `onChosen` gets copies; nothing for those who see no
   * library.
   */
  library: { kind?: string; entityType?: string; entityTypeId?: number; onChosen?: (files: UploadedFile[]) => void };
  /**
   * Files of a record: list, preview, upload. `kind` is the one kind of file there is here, where there is only one.
   */
  files: { entityType?: string; entityTypeId?: number; readOnly?: boolean; kind?: string; height?: number };
  /** Files over the whole screen, with previous and next among `files`. */
  viewer: { files: readonly number[]; current: number; onClose: () => void };
  /** The pages of a PDF inside another screen. */
  pdf: { fileId: number; name: string; marks?: boolean };
  avatar: { userId: number; size?: number };
  /** The invoices of a person; for a student or candidate also a new one. */
  invoices: { kind: "student" | "candidate" | "client"; id: number; organisationId?: number };
  /** The bank details of a tutor, for accounts and for the tutor. */
  "bank-details": { tutorId?: number; invigilatorId?: number; name?: string };
  /**
   * The mails of a template to these records, one after the other, edited and sent. `onSent` comes before `onClose`.
   */
  "email-preview": {
    templateId: number;
    entityType: string;
    entityTypeIds: readonly number[];
    onClose: () => void;
    onSent?: () => void;
  };
  /**
   * A button for the selection bar of the list at `path`: chooses a template, then opens its mails to those selected.
   * `label` is by default Email.
   */
  "email-selection": {
    entityType: string;
    path: string;
    choice: Choice;
    label?: string;
  };
  /** The homework of a student, tutor or course, where rows open; more is set from that of a course. */
  homework: { courseId?: number; studentId?: number; tutorId?: number };
  /** The study plan of a course. */
  "study-plan": { courseId: number };
  /**
   * The journal entries about a course or student, or of a tutor, that the reader may see; `title` is that of the
   * course.
   */
  journal: { courseId?: number; studentId?: number; tutorId?: number; title?: string };
  /** A button that writes a journal entry about a record. */
  "journal-button": { kind: "slip" | "course" | "event" | "homework"; id: number; title: string };
  /** A link to the whiteboard of an event or a course, for those who may open one. */
  "board-link": { courseId?: number | null; eventId?: number };
  /** The attendance at the tutorials of a student, tutor or course: figures, and the list. */
  attendance: { courseId?: number; studentId?: number; tutorId?: number };
  /** Terms that a tutor rejected, over everything until they are accepted. */
  "terms-gate": object;
  /** The slips of a student, with their statistics in a dialog. */
  "slips-of-student": { studentId: number; name: string };
  /**
   * The form of a new support ticket, about an invoice or a slip where one is named. `onRaised` comes before `onClose`.
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

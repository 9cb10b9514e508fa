import type { ReactNode } from "react";

/** The reason why a value is refused, below its control; `id` for the control's `aria-describedby`. */
export const Problem = ({ id, children }: { id?: string; children: ReactNode }) =>
  children ? (
    <span className="sr-note sr-note-bad" id={id} role="alert">
      {children}
    </span>
  ) : null;

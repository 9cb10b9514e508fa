import { ignoreSecondClick } from "@staffroom/ui";
import type { MouseEvent, ReactNode } from "react";
import { Link } from "react-router";

type RowLinkProps = {
  to: string;
  label?: string;
  onOpen: () => void;
  children: ReactNode;
};

/** The name of a row, which opens it: a click here, a middle click in a new tab. */
export function RowLink({ to, label, onOpen, children }: RowLinkProps) {
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    ignoreSecondClick();
    onOpen();
  };
  return (
    <Link
      to={to}
      className="sr-row-link"
      aria-label={label}
      onClick={open}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {children}
    </Link>
  );
}

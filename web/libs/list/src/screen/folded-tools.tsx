import { Icon } from "@staffroom/ui";
import { Button } from "antd";
import { useState, type ReactNode } from "react";

/** The tools of a list on a phone: one button, which opens a row of labelled tools. */
export function FoldedTools({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-expanded={open} icon={<Icon name="chevron-down" size={15} />} onClick={() => setOpen(!open)}>
        Tools
      </Button>
      {open && (
        <div className="sr-list-more" role="group" aria-label="Tools">
          {children}
        </div>
      )}
    </>
  );
}

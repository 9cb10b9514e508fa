import { Icon } from "@staffroom/ui";
import type { ReactNode } from "react";

/** A notice above a record, such as why it was returned. */
export const Notice = ({ icon, children }: { icon: string; children: ReactNode }) => (
  <div className="tea-returned" role="note">
    <Icon name={icon} size={15} />
    <span>{children}</span>
  </div>
);

/** Why a slip or report was returned. */
export const Returned = ({ reason }: { reason: string }) => (
  <Notice icon="undo">
    <b>Returned to tutor.</b> {reason}
  </Notice>
);

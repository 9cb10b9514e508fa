import { isTyping } from "@staffroom/list";
import { useEffect } from "react";
import { useNavigate } from "react-router";

/** Layers that Esc closes before it leaves a page: dialogs, drawers, popups. */
const open =
  "dialog[open], .ant-drawer-open, .ant-select-open, .ant-dropdown:not(.ant-dropdown-hidden), .ant-popover:not(.ant-popover-hidden)";

/** Esc returns to the previous address, unless it closes something or ends typing. */
export function useEscape(from: string | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!from) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented && !isTyping(event.target) && !document.querySelector(open))
        void navigate(from);
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [from, navigate]);
}

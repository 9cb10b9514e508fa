import { useMemo } from "react";
import { sanitise } from "./sanitise";

/** Shows rich text, sanitised once more. */
export function RichTextView({ html, className }: { html: string; className?: string }) {
  const clean = useMemo(() => sanitise(html), [html]);
  // oxlint-disable-next-line react/no-danger -- sanitised in the line above
  return <div className={`sr-richtext ${className ?? ""}`} dangerouslySetInnerHTML={{ __html: clean }} />;
}

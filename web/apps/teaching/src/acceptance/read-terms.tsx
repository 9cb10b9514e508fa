import { formatDate } from "@staffroom/ui";
import { Checkbox } from "antd";
import { Part } from "../parts/part";
import { TermsText } from "./terms-text";
import type { How, ShownTerms } from "./types";

type Props = { terms: ShownTerms; how: How | null; onRead: (how: How | null) => void };

/** Terms that must be read before they are accepted: scrolled to the end, or confirmed as read. */
export function ReadTerms({ terms, how, onRead }: Props) {
  return (
    <Part title={terms.title}>
      <TermsText terms={terms} onEnd={() => how === null && onRead("scrolled")} />
      {terms.accepted ? (
        <p className="sr-muted">You accepted the terms of this year on {formatDate(terms.accepted)}.</p>
      ) : (
        <Checkbox checked={how !== null} onChange={({ target }) => onRead(target.checked ? "confirmed" : null)}>
          I have read the terms and conditions
        </Checkbox>
      )}
    </Part>
  );
}

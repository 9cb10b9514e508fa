import { useContext } from "react";
import { Marked } from "./missing";

/** What a refused submit said of a field, until the field is changed. */
export function MissingNote({ name }: { name: string }) {
  const text = useContext(Marked).get(name);
  return text ? (
    <span className="sr-note sr-note-bad" role="alert">
      {text}
    </span>
  ) : null;
}

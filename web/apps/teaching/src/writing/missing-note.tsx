import { useContext } from "react";
import { Marked } from "./missing";

/** A field's message from a refused submit, until the field is changed. */
export function MissingNote({ name }: { name: string }) {
  const text = useContext(Marked).get(name);
  return text ? (
    <span className="sr-note sr-note-bad" role="alert">
      {text}
    </span>
  ) : null;
}

import type { Editor } from "@tiptap/react";
import { useContext } from "react";
import { contains } from "../text/search";
import { MentionContext, type Mentionable } from "./mention-context";
import { Suggestions } from "./suggestions";

const shownAtMost = 6;
/** `@` and up to three words after it, at the end of the text before the caret. */
const mentionAtEnd = /(?:^|[\s(])@([\p{L}'’-]*(?: [\p{L}'’-]+){0,2})$/u;

/** Returns the people with a part of the name that begins with the typed text, in the given order. */
export function matching(people: readonly Mentionable[], word: string): Mentionable[] {
  return people.filter(({ name }) => contains(` ${name}`, ` ${word}`)).slice(0, shownAtMost);
}

/** Suggests people after `@`. */
export function Mentions({ editor }: { editor: Editor }) {
  const people = useContext(MentionContext);
  return (
    <Suggestions
      editor={editor}
      label="People"
      typed={mentionAtEnd}
      offer={(word) => matching(people, word)}
      keyOf={({ id }) => id}
      draw={({ name }) => name}
      onChoose={({ name }, { from, to }) => editor.chain().focus().insertContentAt({ from, to }, `@${name} `).run()}
    />
  );
}

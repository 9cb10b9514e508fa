import { createContext } from "react";

/** A text that an editor inserts: html, and the shortcut that inserts it after a slash. */
export type Snippet = { id: number; title: string; shortcut: string; text: string };

export type Snippets = {
  /** The name of the button, and of the list: `Canned answers`. */
  label: string;
  snippets: readonly Snippet[];
  onUsed?: (snippet: Snippet) => void;
};

/** The texts that a button and `/` insert in the editors below; none without a provider. */
export const SnippetContext = createContext<Snippets | null>(null);

import type { Editor } from "@tiptap/react";
import { Dropdown } from "antd";
import { useContext } from "react";
import { contains } from "../text/search";
import { sanitise } from "./sanitise";
import { SnippetContext, type Snippet } from "./snippet-context";
import { Suggestions } from "./suggestions";

const shownAtMost = 8;
/** `/` and the word after it, at the end of the text before the caret. */
const slashAtEnd = /(?:^|\s)\/([\p{L}\p{N}-]*)$/u;

/** Returns texts whose shortcut begins with the typed word, then those with it in their title. */
export function fitting(snippets: readonly Snippet[], word: string): Snippet[] {
  const typed = word.toLowerCase();
  const byShortcut = snippets.filter(({ shortcut }) => shortcut && shortcut.startsWith(typed));
  const byTitle = snippets.filter((one) => !byShortcut.includes(one) && contains(one.title, word));
  return [...byShortcut, ...byTitle].slice(0, shownAtMost);
}

const named = ({ title, shortcut }: Snippet) => (
  <>
    {title} {shortcut && <span className="sr-muted">/{shortcut}</span>}
  </>
);

/** A button of the toolbar with the texts that can be inserted. */
export function SnippetButton({ editor }: { editor: Editor }) {
  const offered = useContext(SnippetContext);
  if (!offered?.snippets.length) return null;
  const { label, snippets, onUsed } = offered;
  const insert = (snippet: Snippet) => {
    editor.chain().focus().insertContent(sanitise(snippet.text)).run();
    onUsed?.(snippet);
  };
  const items = snippets.map((snippet) => ({
    key: String(snippet.id),
    label: named(snippet),
    onClick: () => insert(snippet),
  }));
  return (
    <span>
      <Dropdown trigger={["click"]} menu={{ items, className: "sr-snippet-menu" }}>
        <button type="button" onMouseDown={(event) => event.preventDefault()}>
          {label}
        </button>
      </Dropdown>
    </span>
  );
}

/** Suggests texts after `/`. */
export function SnippetSuggestions({ editor }: { editor: Editor }) {
  const offered = useContext(SnippetContext);
  if (!offered?.snippets.length) return null;
  const { label, snippets, onUsed } = offered;
  return (
    <Suggestions
      editor={editor}
      label={label}
      typed={slashAtEnd}
      offer={(word) => fitting(snippets, word)}
      keyOf={({ id }) => id}
      draw={named}
      onChoose={(snippet, { from, to }) => {
        editor.chain().focus().insertContentAt({ from, to }, sanitise(snippet.text)).run();
        onUsed?.(snippet);
      }}
    />
  );
}

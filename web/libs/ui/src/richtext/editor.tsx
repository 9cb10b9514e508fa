import { Subscript } from "@tiptap/extension-subscript";
import { Superscript } from "@tiptap/extension-superscript";
import { TableKit } from "@tiptap/extension-table";
import { Color, TextStyle } from "@tiptap/extension-text-style";
import { EditorContent, useEditor, useEditorState, type Editor } from "@tiptap/react";
import { StarterKit } from "@tiptap/starter-kit";
import { useEffect, useState } from "react";
import { LinkDialog } from "./link-dialog";
import { Mentions } from "./mentions";
import type { RichTextProps } from "./props";
import { sanitise } from "./sanitise";
import { SnippetButton, SnippetSuggestions } from "./snippets";

const extensions = [
  StarterKit.configure({
    link: { openOnClick: false, protocols: ["http", "https", "ftp", "mailto"], defaultProtocol: "https" },
    strike: false,
  }),
  Subscript,
  Superscript,
  TextStyle,
  Color,
  TableKit.configure({ table: { resizable: false } }),
];

type Tool = {
  label: string;
  text: string;
  run: (editor: Editor, askForLink: () => void) => void;
  active?: (editor: Editor) => boolean;
};

const tools: Tool[][] = [
  [
    { label: "Bold", text: "B", run: (e) => e.chain().focus().toggleBold().run(), active: (e) => e.isActive("bold") },
    {
      label: "Italic",
      text: "I",
      run: (e) => e.chain().focus().toggleItalic().run(),
      active: (e) => e.isActive("italic"),
    },
    {
      label: "Underline",
      text: "U",
      run: (e) => e.chain().focus().toggleUnderline().run(),
      active: (e) => e.isActive("underline"),
    },
    {
      label: "Superscript",
      text: "x²",
      run: (e) => e.chain().focus().toggleSuperscript().run(),
      active: (e) => e.isActive("superscript"),
    },
    {
      label: "Subscript",
      text: "x₂",
      run: (e) => e.chain().focus().toggleSubscript().run(),
      active: (e) => e.isActive("subscript"),
    },
  ],
  [
    {
      label: "Heading",
      text: "H",
      run: (e) => e.chain().focus().toggleHeading({ level: 3 }).run(),
      active: (e) => e.isActive("heading"),
    },
    {
      label: "Bullet list",
      text: "•",
      run: (e) => e.chain().focus().toggleBulletList().run(),
      active: (e) => e.isActive("bulletList"),
    },
    {
      label: "Numbered list",
      text: "1.",
      run: (e) => e.chain().focus().toggleOrderedList().run(),
      active: (e) => e.isActive("orderedList"),
    },
    {
      label: "Quote",
      text: "❝",
      run: (e) => e.chain().focus().toggleBlockquote().run(),
      active: (e) => e.isActive("blockquote"),
    },
    {
      label: "Code",
      text: "</>",
      run: (e) => e.chain().focus().toggleCodeBlock().run(),
      active: (e) => e.isActive("codeBlock"),
    },
  ],
  [
    { label: "Link", text: "Link", run: (_, askForLink) => askForLink(), active: (e) => e.isActive("link") },
    {
      label: "Table",
      text: "Table",
      run: (e) => e.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    },
    { label: "Line", text: "—", run: (e) => e.chain().focus().setHorizontalRule().run() },
    { label: "Undo", text: "↶", run: (e) => e.chain().focus().undo().run() },
    { label: "Redo", text: "↷", run: (e) => e.chain().focus().redo().run() },
  ],
];

const allTools = tools.flat();

function Toolbar({ editor }: { editor: Editor }) {
  const [isLinking, setLinking] = useState(false);
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) => allTools.map((tool) => tool.active?.(current) ?? false).join(),
  }).split(",");
  return (
    <div className="sr-editor-tools" role="toolbar" aria-label="Text style">
      {tools.map((group) => (
        <span key={group[0]?.label}>
          {group.map((tool) => (
            <button
              key={tool.label}
              type="button"
              title={tool.label}
              aria-label={tool.label}
              aria-pressed={active[allTools.indexOf(tool)] === "true"}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => tool.run(editor, () => setLinking(true))}
            >
              <span aria-hidden>{tool.text}</span>
            </button>
          ))}
        </span>
      ))}
      <SnippetButton editor={editor} />
      {isLinking && <LinkDialog editor={editor} onClose={() => setLinking(false)} />}
    </div>
  );
}

export default function RichTextEditor({ value, onChange, onBlur, label, disabled, autoFocus, id }: RichTextProps) {
  const editor = useEditor({
    extensions,
    content: sanitise(value),
    editable: !disabled,
    autofocus: autoFocus ? "end" : false,
    editorProps: {
      attributes: {
        class: "sr-richtext",
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": label,
        ...(id ? { id } : {}),
      },
      transformPastedHTML: sanitise,
    },
    onUpdate: ({ editor: current }) => onChange(current.isEmpty ? "" : sanitise(current.getHTML())),
    onBlur: () => onBlur?.(),
  });
  useEffect(() => {
    // A new value from outside (a discarded draft, another user's text) replaces the content.
    if (
      editor &&
      !editor.isDestroyed &&
      !editor.isFocused &&
      sanitise(editor.getHTML()) !== sanitise(value) &&
      !(editor.isEmpty && !value)
    ) {
      editor.commands.setContent(sanitise(value), { emitUpdate: false });
    }
  }, [editor, value]);
  if (!editor) return null;
  return (
    <div className="sr-editor" data-disabled={disabled || undefined}>
      {!disabled && <Toolbar editor={editor} />}
      <EditorContent editor={editor} />
      {!disabled && <Mentions editor={editor} />}
      {!disabled && <SnippetSuggestions editor={editor} />}
    </div>
  );
}

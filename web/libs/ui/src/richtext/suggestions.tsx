import type { Editor } from "@tiptap/react";
import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";

/** The word typed after the sign, and where the sign begins and the word ends. */
export type Place = { word: string; from: number; to: number; left: number; top: number };

function placeOf(editor: Editor, typed: RegExp): Place | null {
  const { selection } = editor.state;
  if (!selection.empty || !editor.isFocused) return null;
  const { parent, parentOffset, pos } = selection.$from;
  const word = typed.exec(parent.textBetween(Math.max(0, parentOffset - 60), parentOffset, undefined, "\ufffc"))?.[1];
  if (word === undefined) return null;
  const { left, bottom } = editor.view.coordsAtPos(pos);
  return { word, from: pos - word.length - 1, to: pos, left, top: bottom + 4 };
}

/** The editable element, once the editor has mounted it, which is after the surrounding components. */
function useTypedInto(editor: Editor): HTMLElement | null {
  const [element, setElement] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const mounted = () => setElement(editor.view.dom);
    const unmounted = () => setElement(null);
    if (editor.isInitialized) mounted();
    editor.on("mount", mounted);
    // The view may have mounted before this effect ran, and is not yet initialised.
    editor.on("create", mounted);
    editor.on("unmount", unmounted);
    return () => {
      editor.off("mount", mounted);
      editor.off("create", mounted);
      editor.off("unmount", unmounted);
    };
  }, [editor]);
  return element;
}

type Props<Option> = {
  editor: Editor;
  /** Accessible name of the list. */
  label: string;
  /** The sign and the word after it, at the end of the text before the caret; the word is its first group. */
  typed: RegExp;
  /** Returns the options for a word; none closes the list. */
  offer: (word: string) => readonly Option[];
  keyOf: (option: Option) => number;
  draw: (option: Option) => ReactNode;
  /** Replaces the sign and its word with the choice. */
  onChoose: (option: Option, place: Place) => void;
};

/** Suggests options while a word is typed after a sign, chosen by arrow keys and Enter, or by a click. */
export function Suggestions<Option>({ editor, label, typed, offer, keyOf, draw, onChoose }: Props<Option>) {
  const id = useId();
  const dom = useTypedInto(editor);
  const [place, setPlace] = useState<Place | null>(null);
  const [index, setIndex] = useState(0);
  const shut = useRef(-1);
  const offered = place ? offer(place.word) : [];
  const at = Math.min(index, offered.length - 1);

  const choose = (option: Option | undefined) => {
    if (option === undefined || !place) return;
    setPlace(null);
    onChoose(option, place);
  };
  const look = useEffectEvent(() => {
    const next = placeOf(editor, typed);
    // Esc closes the suggestions for this sign only.
    if (!next) shut.current = -1;
    setPlace(next && next.from !== shut.current ? next : null);
    setIndex(0);
  });
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!offered.length || !place) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp")
      setIndex((at + (event.key === "ArrowDown" ? 1 : offered.length - 1)) % offered.length);
    else if (event.key === "Enter" || event.key === "Tab") choose(offered[at]);
    else if (event.key === "Escape") {
      shut.current = place.from;
      setPlace(null);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    if (!dom) return;
    const keys = (event: KeyboardEvent) => press(event);
    const changed = () => look();
    const left = () => setPlace(null);
    dom.addEventListener("keydown", keys, true);
    editor.on("transaction", changed);
    editor.on("blur", left);
    return () => {
      dom.removeEventListener("keydown", keys, true);
      editor.off("transaction", changed);
      editor.off("blur", left);
    };
  }, [editor, dom]);
  useEffect(() => {
    if (!dom || !offered.length) return;
    dom.setAttribute("aria-controls", id);
    dom.setAttribute("aria-activedescendant", `${id}-${at}`);
    return () => {
      dom.removeAttribute("aria-controls");
      dom.removeAttribute("aria-activedescendant");
    };
  }, [dom, id, at, offered.length]);

  if (!place || !offered.length) return null;
  return createPortal(
    <div
      className="sr-mentions"
      id={id}
      role="listbox"
      aria-label={label}
      style={{ left: Math.min(place.left, window.innerWidth - 272), top: place.top }}
    >
      {offered.map((option, number) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are handled in the text
        <div
          key={keyOf(option)}
          id={`${id}-${number}`}
          role="option"
          tabIndex={-1}
          aria-selected={number === at}
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => setIndex(number)}
          onClick={() => choose(option)}
        >
          {draw(option)}
        </div>
      ))}
    </div>,
    document.body,
  );
}

import { useApi } from "@staffroom/api";
import type { Column } from "@staffroom/contract";
import { Input } from "antd";
import { useId, useRef, useState, type KeyboardEvent } from "react";
import type { TextAreaRef } from "antd/es/input/TextArea";
import { declaredFormula, titleInFormula } from "./definition";

type FormulaFunction = { name: string; shape: string; text: string };
type Suggestion = { label: string; insert: string; text: string };
type Props = {
  label: string;
  value: string;
  columns: readonly Column[];
  fault?: { text: string; position: number };
  onChange: (formula: string) => void;
};

const seldom = { staleTime: 300_000 };
/** Maximum number of suggestions. */
const most = 6;

/** Returns the word before a position in a formula: a name, or the start of a title in brackets. */
export const wordAt = (formula: string, place: number): string =>
  /(\[[^\][]*|[A-Za-z][A-Za-z0-9]*)$/.exec(formula.slice(0, place))?.[0] ?? "";

/** Returns the columns and functions with a word in their names that begins like this one. */
export function suggestionsFor(
  word: string,
  columns: readonly Column[],
  functions: readonly FormulaFunction[],
): Suggestion[] {
  const sought = word.replace(/^\[/, "").toLowerCase();
  if (!word) return [];
  const listed: Suggestion[] = [
    ...columns.map((column) => ({ label: column.title, insert: titleInFormula(column), text: "Column" })),
    ...(word.startsWith("[")
      ? []
      : functions.map(({ name, shape, text }) => ({
          label: shape,
          insert: shape.endsWith("()") ? shape : `${name}(`,
          text,
        }))),
  ];
  const begins = listed.filter(({ label }) => label.toLowerCase().startsWith(sought));
  return [
    ...begins,
    ...listed.filter((one) => !begins.includes(one) && one.label.toLowerCase().includes(sought)),
  ].slice(0, most);
}

/** A formula with suggestions while it is typed, and its error at its position. */
export function FormulaInput({ label, value, columns, fault, onChange }: Props) {
  const id = useId();
  const box = useRef<TextAreaRef>(null);
  const [place, setPlace] = useState(0);
  const [isTyped, setIsTyped] = useState(false);
  const functions = useApi<FormulaFunction[]>("/formulas", undefined, seldom).data ?? [];
  const word = isTyped ? wordAt(value, place) : "";
  const suggestions = suggestionsFor(word, columns, functions);
  /** Replaces the text; typing continues after the first `next` characters. */
  const write = (formula: string, next: number) => {
    onChange(formula);
    setPlace(next);
    requestAnimationFrame(() => {
      const area = box.current?.resizableTextArea?.textArea;
      area?.focus();
      area?.setSelectionRange(next, next);
    });
  };
  const take = ({ insert }: Suggestion) => {
    write(value.slice(0, place - word.length) + insert + value.slice(place), place - word.length + insert.length);
    setIsTyped(false);
  };
  const type = (typed: string, at: number) => {
    setIsTyped(true);
    const formula = declaredFormula(typed, columns);
    if (formula !== typed) return write(formula, declaredFormula(typed.slice(0, at), columns).length);
    setPlace(at);
    onChange(typed);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const first = suggestions[0];
    if (event.key === "Tab" && !event.shiftKey && first && word) {
      event.preventDefault();
      take(first);
    } else if (event.key === "Escape" && suggestions.length) {
      event.stopPropagation();
      setIsTyped(false);
    }
  };
  return (
    <div className="id-formula">
      <Input.TextArea
        ref={box}
        id={id}
        aria-label={label}
        aria-describedby={`${id}-note`}
        aria-invalid={!!fault}
        status={fault ? "error" : undefined}
        autoSize={{ minRows: 1, maxRows: 5 }}
        maxLength={500}
        spellCheck={false}
        placeholder="[Total] - [Outstanding]"
        value={value}
        onChange={({ target }) => type(target.value, target.selectionStart ?? target.value.length)}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-note`} className={fault ? "sr-note sr-note-bad" : "sr-note"} role={fault ? "alert" : undefined}>
        {fault ? `${fault.text} (character ${fault.position + 1})` : " "}
      </div>
      {suggestions.length > 0 && (
        <ul className="id-suggestions" aria-label="Suggestions">
          {suggestions.map((one, index) => (
            <li key={one.insert}>
              <button type="button" onClick={() => take(one)}>
                {one.label}
              </button>{" "}
              <span className="sr-muted">
                {one.text}
                {index === 0 && ", Tab takes it"}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

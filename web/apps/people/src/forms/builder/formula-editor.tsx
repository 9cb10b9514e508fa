import { Labelled } from "@staffroom/form";
import { Input, Select } from "antd";
import { useId } from "react";
import { problemOfFormula } from "../formula";
import type { Definition, FormField } from "../types";
import { everyField } from "../answers";
import { placeOf } from "./model";

const numbers = ["number", "integer", "decimal", "currency", "calculated", "yesno"];

type Insert = { label: string; text: string };

/** The values that a formula may use: numbers, sums of groups, ages and days. */
function insertsOf(definition: Definition, owner: string): Insert[] {
  const group = placeOf(definition, owner)?.group;
  return everyField(definition).flatMap((field): Insert[] => {
    if (field.id === owner) return [];
    const within = placeOf(definition, field.id)?.group;
    const isApart = within && within !== group;
    if (numbers.includes(field.type))
      return [
        isApart ? { label: `Sum of ${field.title}`, text: `sum(${field.id})` } : { label: field.title, text: field.id },
      ];
    return field.type === "date" && !isApart ? [{ label: `Age from ${field.title}`, text: `age(${field.id})` }] : [];
  });
}

/** Returns the formula with the titles of its fields instead of their ids. */
function readableFormula(definition: Definition, formula: string): string {
  const titles = new Map(everyField(definition).map(({ id, title }) => [id, title]));
  return formula.replaceAll(/[A-Za-z][A-Za-z0-9]*/g, (word) => (titles.has(word) ? `“${titles.get(word)}”` : word));
}

/** A formula, with the fields that it can use and its problem while it is typed. */
export function FormulaEditor({
  definition,
  field,
  problem,
  onChange,
}: {
  definition: Definition;
  field: FormField;
  problem?: string;
  onChange: (formula: string) => void;
}) {
  const id = useId();
  const formula = field.formula ?? "";
  const shown = problemOfFormula(formula) ?? problem;
  const inserts = insertsOf(definition, field.id);
  return (
    <Labelled
      id={id}
      label="Formula"
      help={
        <>
          {!shown && readableFormula(definition, formula)}
          <p>+ - * / ( ), round(x, 2), min, max, sum, age(date), days(from, to)</p>
        </>
      }
      problem={shown}
    >
      <Input.TextArea
        id={id}
        className="forms-code"
        value={formula}
        maxLength={500}
        autoSize={{ minRows: 2, maxRows: 6 }}
        status={shown ? "error" : undefined}
        aria-describedby={`${id}-note`}
        onChange={({ target }) => onChange(target.value)}
      />
      <Select
        size="small"
        aria-label="Insert a field into the formula"
        placeholder="Insert a field"
        value={null}
        showSearch={{ optionFilterProp: "label" }}
        popupMatchSelectWidth={false}
        options={inserts.map(({ label, text }) => ({ value: text, label }))}
        onChange={(text: string | null) =>
          text &&
          onChange(formula.trim() === "0" ? text : `${formula}${formula && !/[(\s]$/.test(formula) ? " " : ""}${text}`)
        }
      />
    </Labelled>
  );
}

import type { Condition } from "@staffroom/form";
import { Icon, IconButton, Problem } from "@staffroom/ui";
import { Button, Select } from "antd";
import { useId } from "react";
import { AnswerInput } from "../filling/answer-input";
import type { Definition, FormField } from "../types";
import { conditionFields, operatorWords, sentenceOf } from "./model";

type Operator = NonNullable<Condition["operator"]>;

/** The comparisons that make sense for a field, the default first. */
function operatorsOf({ type }: FormField): readonly Operator[] {
  if (type === "yesno") return ["is", "filled", "empty"];
  if (type === "agreement") return ["is"];
  if (type === "select") return ["is", "isNot", "oneOf", "noneOf", "filled", "empty"];
  if (type === "multiselect") return ["contains", "filled", "empty"];
  if (["number", "integer", "decimal", "currency", "date", "datetime", "calculated"].includes(type))
    return ["atLeast", "atMost", "is", "filled", "empty"];
  return type === "file" || type === "repeat" ? ["filled", "empty"] : ["filled", "empty", "is", "isNot", "contains"];
}

const takesValue = (operator: Operator) => operator !== "filled" && operator !== "empty";

/** Returns the first value of a comparison, so that the condition is complete immediately. */
function firstValue(field: FormField, operator: Operator): unknown {
  if (!takesValue(operator)) return undefined;
  if (field.type === "yesno" || field.type === "agreement") return true;
  const option = field.options?.[0]?.value ?? "";
  if (operator === "oneOf" || operator === "noneOf") return option ? [option] : [];
  if (field.options?.length) return option;
  return ["number", "integer", "decimal", "currency", "calculated"].includes(field.type) ? 0 : "";
}

const clause = (field: FormField, operator: Operator, value: unknown = firstValue(field, operator)): Condition =>
  ({ field: field.id, operator, ...(takesValue(operator) ? { value } : {}) }) as Condition;

type Props = {
  label: string;
  definition: Definition;
  owner: string;
  condition: Condition | null | undefined;
  onChange: (condition: Condition | null) => void;
  problem?: string;
};

/** A condition as sentences: each compares one field; all of them must hold, or any. */
export function ConditionEditor({ label, definition, owner, condition, onChange, problem }: Props) {
  const id = useId();
  const fields = conditionFields(definition, owner);
  const mode = condition?.any ? "any" : "all";
  const parts = condition ? (condition.all ?? condition.any ?? [condition]) : [];
  const set = (next: readonly Condition[], way: "all" | "any" = mode) => {
    if (!next.length) return onChange(null);
    onChange(next.length === 1 ? (next[0] ?? null) : ({ [way]: next } as unknown as Condition));
  };
  const replace = (place: number, one: Condition) => set(parts.map((part, at) => (at === place ? one : part)));
  return (
    <div className="forms-condition" role="group" aria-labelledby={`${id}-label`}>
      <div className="sr-labelled-title" id={`${id}-label`}>
        {label}
      </div>
      {condition && <p className="forms-sentence">{sentenceOf(definition, condition)}</p>}
      {parts.length > 1 && (
        <Select
          size="small"
          aria-label={`${label}: how the sentences join`}
          value={mode as "all" | "any"}
          onChange={(way: "all" | "any") => set(parts, way)}
          popupMatchSelectWidth={false}
          options={[
            { value: "all", label: "All of these are met" },
            { value: "any", label: "One of these is met" },
          ]}
        />
      )}
      {parts.map((part, place) => {
        const field = fields.find((one) => one.id === part.field);
        const operator = part.operator ?? "filled";
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a clause has no identity besides its position
          <div key={place} className="forms-clause">
            {(part.all ?? part.any) ? (
              <span className="sr-muted">{sentenceOf(definition, part)}</span>
            ) : (
              <>
                <Select
                  aria-label={`${label}: field`}
                  value={field?.id}
                  placeholder="Choose a field"
                  showSearch={{ optionFilterProp: "label" }}
                  options={fields.map((one) => ({ value: one.id, label: one.title || one.id }))}
                  onChange={(next) => {
                    const chosen = fields.find((one) => one.id === next);
                    if (chosen) replace(place, clause(chosen, operatorsOf(chosen)[0] ?? "filled"));
                  }}
                />
                {field && (
                  <Select
                    aria-label={`${label}: comparison`}
                    value={operator}
                    popupMatchSelectWidth={false}
                    options={operatorsOf(field).map((one) => ({ value: one, label: operatorWords[one] }))}
                    onChange={(next) => replace(place, clause(field, next))}
                  />
                )}
                {field && takesValue(operator) && (
                  <Value
                    label={`${label}: value`}
                    field={field}
                    operator={operator}
                    value={part.value}
                    onChange={(value) => replace(place, clause(field, operator, value))}
                  />
                )}
              </>
            )}
            <IconButton
              label={`Remove sentence ${place + 1} of: ${label}`}
              icon="close"
              size={14}
              onClick={() => set(parts.filter((_, at) => at !== place))}
            />
          </div>
        );
      })}
      <Problem>{problem}</Problem>
      {fields.length > 0 ? (
        <Button
          size="small"
          icon={<Icon name="plus" size={14} />}
          onClick={() => {
            if (fields[0]) set([...parts, clause(fields[0], operatorsOf(fields[0])[0] ?? "filled")]);
          }}
        >
          {parts.length ? "Another condition" : "Set condition"}
        </Button>
      ) : (
        <span className="sr-muted">Add another field first: a condition reads the answer of one.</span>
      )}
    </div>
  );
}

function Value({
  label,
  field,
  operator,
  value,
  onChange,
}: {
  label: string;
  field: FormField;
  operator: Operator;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  const id = useId();
  if (field.type === "yesno")
    return (
      <Select
        aria-label={label}
        value={value === true}
        options={[
          { value: true, label: "yes" },
          { value: false, label: "no" },
        ]}
        onChange={onChange}
      />
    );
  if (field.type === "agreement") return <span>agreed</span>;
  if (field.options?.length) {
    const isMany = operator === "oneOf" || operator === "noneOf";
    return (
      <Select
        aria-label={label}
        mode={isMany ? "multiple" : undefined}
        value={value as string}
        options={field.options}
        onChange={onChange}
        popupMatchSelectWidth={false}
      />
    );
  }
  const plain: FormField = {
    id: field.id,
    type:
      field.type === "calculated"
        ? "decimal"
        : field.type === "multiline" || field.type === "richtext" || field.type === "email" || field.type === "phone"
          ? "text"
          : field.type,
    title: label,
  };
  return (
    <span className="forms-clause-value">
      <label className="sr-visually-hidden" id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      <AnswerInput
        id={id}
        labelId={`${id}-label`}
        field={plain}
        value={value}
        onChange={(next) => onChange(next ?? "")}
      />
    </span>
  );
}

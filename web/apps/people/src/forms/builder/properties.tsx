import type { Field } from "@staffroom/contract";
import { Labelled } from "@staffroom/form";
import { Icon, Problem } from "@staffroom/ui";
import { Button, Input } from "antd";
import { useId, useState } from "react";
import { fieldTypes, type Definition, type FormField, type FormPage, type Problems } from "../types";
import { ConditionEditor } from "./condition-editor";
import { FormulaEditor } from "./formula-editor";
import { changeField, changePage, copyOf, fieldAt, insertField, optionsOf, placeOf, removeField } from "./model";
import { Prop } from "./prop";
import { propertiesOf, settingsFields } from "./properties-of";

type Props = {
  definition: Definition;
  chosen: string;
  problems: ReadonlyMap<string, Problems>;
  onChange: (definition: Definition, what?: string) => void;
  onChoose: (id: string) => void;
};

/** The properties of the outline's selection. */
export function Properties(props: Props) {
  const { definition, chosen, problems } = props;
  const field = fieldAt(definition, chosen);
  if (field) return <FieldProperties key={field.id} {...props} field={field} wrong={problems.get(field.id) ?? {}} />;
  const page = definition.pages.find(({ id }) => id === chosen);
  if (page) return <PageProperties key={page.id} {...props} page={page} wrong={problems.get(page.id) ?? {}} />;
  return <Settings {...props} wrong={problems.get("settings") ?? {}} />;
}

function FieldProperties({
  definition,
  field,
  wrong,
  onChange,
  onChoose,
}: Props & { field: FormField; wrong: Problems }) {
  const place = placeOf(definition, field.id);
  const { first, rules, record } = propertiesOf(definition, field, !!place?.group);
  const values = field as unknown as Record<string, unknown>;
  const usual: Record<string, unknown> = { width: 12, holds: "ordinary" };
  const set = (name: string, value: unknown) =>
    onChange(
      changeField(definition, field.id, { [name]: value === "" && name !== "title" ? null : value }),
      `${field.id} ${name}`,
    );
  const draw = (property: Field) => (
    <Prop
      key={property.name}
      field={property}
      value={values[property.name] ?? usual[property.name] ?? null}
      problem={wrong[property.name]}
      onChange={(value) => set(property.name, value)}
    />
  );
  const isAsked = field.type !== "heading" && field.type !== "note" && field.type !== "calculated";
  const duplicate = () => {
    const copy = copyOf(field);
    if (!place) return;
    onChange(insertField(definition, copy, { ...place, index: place.index + 1 }));
    onChoose(copy.id);
  };
  return (
    <section aria-label="Properties of the field">
      <header className="forms-prop-head">
        <h2>{fieldTypes[field.type]}</h2>
        <Button size="small" icon={<Icon name="copy" size={14} />} onClick={duplicate}>
          Copy field
        </Button>
        <Button
          size="small"
          danger
          icon={<Icon name="trash" size={14} />}
          onClick={() => {
            onChange(removeField(definition, field.id));
            onChoose(definition.pages[place?.page ?? 0]?.id ?? "settings");
          }}
        >
          Remove field
        </Button>
      </header>
      <Problem>{wrong.type}</Problem>
      {first.map(draw)}
      {(field.type === "select" || field.type === "multiselect") && !field.optionsFrom && (
        <Options field={field} problem={wrong.options} onChange={(options) => set("options", options)} />
      )}
      {field.type === "calculated" && (
        <FormulaEditor
          definition={definition}
          field={field}
          problem={wrong.formula}
          onChange={(formula) => set("formula", formula)}
        />
      )}
      {rules.length > 0 && (
        <div className="forms-prop-group">
          <h3>Rules</h3>
          {rules.map(draw)}
        </div>
      )}
      <div className="forms-prop-group">
        <h3>Conditions</h3>
        <ConditionEditor
          label="Shown if"
          definition={definition}
          owner={field.id}
          condition={field.shownIf}
          problem={wrong.shownIf}
          onChange={(condition) => set("shownIf", condition)}
        />
        {isAsked && !field.required && (
          <ConditionEditor
            label="Needed if"
            definition={definition}
            owner={field.id}
            condition={field.neededIf}
            problem={wrong.neededIf}
            onChange={(condition) => set("neededIf", condition)}
          />
        )}
      </div>
      <div className="forms-prop-group">
        <h3>Record and readers</h3>
        {record.map(draw)}
      </div>
    </section>
  );
}

/** A field's choices, one per line; pasted lines become choices. */
function Options({
  field,
  problem,
  onChange,
}: {
  field: FormField;
  problem?: string;
  onChange: (options: FormField["options"]) => void;
}) {
  const id = useId();
  const lines = (field.options ?? []).map(({ label }) => label).join("\n");
  const [typed, setTyped] = useState(lines);
  const read = optionsOf(typed, field.options)
    .map(({ label }) => label)
    .join("\n");
  return (
    <Labelled
      id={id}
      label="Choices"
      help="One choice a line; paste a column of a spreadsheet. A choice that is renamed gets a new value unless you write “value = Label”."
      problem={problem}
    >
      <Input.TextArea
        id={id}
        value={read === lines ? typed : lines}
        autoSize={{ minRows: 3, maxRows: 12 }}
        status={problem ? "error" : undefined}
        aria-describedby={`${id}-note`}
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(optionsOf(target.value, field.options));
        }}
      />
    </Labelled>
  );
}

function PageProperties({ definition, page, wrong, onChange, onChoose }: Props & { page: FormPage; wrong: Problems }) {
  const set = (change: Partial<FormPage>, name: string) =>
    onChange(changePage(definition, page.id, change), `${page.id} ${name}`);
  return (
    <section aria-label="Properties of the page">
      <header className="forms-prop-head">
        <h2>Page</h2>
        {definition.pages.length > 1 && (
          <Button
            size="small"
            danger
            icon={<Icon name="trash" size={14} />}
            onClick={() => {
              onChange({ ...definition, pages: definition.pages.filter(({ id }) => id !== page.id) });
              onChoose("settings");
            }}
          >
            Remove page
          </Button>
        )}
      </header>
      <Prop
        field={{ name: "title", title: "Title", type: "text" }}
        value={page.title}
        problem={wrong.title}
        onChange={(value) => set({ title: String(value ?? "") }, "title")}
      />
      <Prop
        field={{ name: "help", title: "Text at the top", type: "textarea" }}
        value={page.help ?? null}
        problem={wrong.help}
        onChange={(value) => set({ help: value ? String(value) : undefined }, "help")}
      />
      <Problem>{wrong.fields}</Problem>
      <ConditionEditor
        label="Shown if"
        definition={definition}
        owner={page.id}
        condition={page.shownIf}
        problem={wrong.shownIf}
        onChange={(shownIf) => set({ shownIf }, "shownIf")}
      />
    </section>
  );
}

function Settings({ definition, wrong, onChange }: Props & { wrong: Problems }) {
  const settings = definition.settings as Record<string, unknown>;
  return (
    <section aria-label="Settings of the form">
      <header className="forms-prop-head">
        <h2>Settings of the form</h2>
      </header>
      <p className="sr-help">They belong to the version: an entry keeps those with which it was filled in.</p>
      {settingsFields.map((field) => (
        <Prop
          key={field.name}
          field={field}
          value={settings[field.name] ?? null}
          problem={wrong[field.name]}
          onChange={(value) =>
            onChange({ ...definition, settings: { ...settings, [field.name]: value } }, `settings ${field.name}`)
          }
        />
      ))}
    </section>
  );
}

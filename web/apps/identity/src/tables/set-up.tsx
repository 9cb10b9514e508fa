import { ApiError, useListMeta } from "@staffroom/api";
import type { Column, ListMeta } from "@staffroom/contract";
import { Dialog, IconButton, useDebounced } from "@staffroom/ui";
import { Button, Input, Select } from "antd";
import { useState, type ReactNode } from "react";
import {
  computedOf,
  freeName,
  mostComputed,
  mostRules,
  type Color,
  titleInFormula,
  type Definition,
} from "./definition";
import { FormulaInput } from "./formula-input";

const colors: readonly { value: Color; label: string }[] = [
  { value: "red", label: "Red" },
  { value: "orange", label: "Orange" },
  { value: "yellow", label: "Yellow" },
  { value: "green", label: "Green" },
  { value: "blue", label: "Blue" },
  { value: "grey", label: "Grey" },
];
/** True if a column can be summed, or rows grouped by it: values of another service are only displayed. */
export const isSummed = ({ type, options, remote }: Column) =>
  !remote && ["money", "integer", "decimal", "percent"].includes(type) && !options?.length;
export const isGrouped = ({ type, remote }: Column) =>
  !remote && !["id", "richtext", "json", "money", "decimal"].includes(type);

/** The errors of formulas by the names of their columns. */
export function faultsOf(error: unknown): Record<string, { text: string; position: number }> {
  if (!(error instanceof ApiError) || typeof error.body !== "object" || error.body?.code !== "bad_formula") return {};
  const { fields = {}, positions = {} } = error.body as {
    fields?: Record<string, string>;
    positions?: Record<string, number>;
  };
  return Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [name, { text, position: positions[name] ?? 0 }]),
  );
}

type Props = {
  path: string;
  meta: ListMeta;
  definition: Definition;
  onDone: (definition: Definition) => void;
  onClose: () => void;
};

/** Computed columns, colours of rows, groups and totals of a table. */
export function SetUp({ path, meta, definition, onDone, onClose }: Props) {
  const [draft, setDraft] = useState(definition);
  const { computed = [], colors: rules = [], groups = [], sums = [] } = draft;
  // Even an empty list of formulas returns the columns that references lead to.
  const checked = useListMeta(path, useDebounced(computedOf(draft)) || "[]");
  const joins = checked.data?.joins ?? [];
  const faults = faultsOf(checked.error);
  const declared = meta.columns.filter(({ name, title }) => title && !/^(formula|rule)\d+$/.test(name));
  const read = [...declared, ...joins];
  // No other formula can use a column of another service.
  const ruled = read.filter(({ remote }) => !remote);
  const mine: Column[] = computed.map(
    ({ name, title }) =>
      checked.data?.columns.find((one) => one.name === name) ?? {
        name,
        title,
        type: "text",
        sortable: true,
        hidden: false,
      },
  );
  const every = [
    ...declared.filter(({ choosable }) => choosable !== false),
    ...mine.map((column) => ({
      ...column,
      title: computed.find(({ name }) => name === column.name)?.title || column.title,
    })),
  ];
  const change = (part: Partial<Definition>) => setDraft((now) => ({ ...now, ...part }));
  const done = () => {
    const names = new Set([...declared.map(({ name }) => name), ...computed.map(({ name }) => name)]);
    const placed = (draft.columns ?? []).map(({ name }) => name);
    const added = placed.length
      ? computed.filter(({ name }) => !placed.includes(name)).map(({ name }) => ({ name }))
      : [];
    onDone({
      ...draft,
      columns: [...(draft.columns ?? []), ...added].filter(({ name }) => !/^formula\d+$/.test(name) || names.has(name)),
      computed: computed.filter(({ formula }) => formula.trim()),
      colors: rules.filter(({ formula }) => formula.trim()),
      groups: groups.filter((name) => names.has(name)),
      sums: sums.filter((name) => names.has(name)),
    });
  };
  const isFaulty =
    [...computed, ...rules].some(({ name }) => faults[name]) || computed.some(({ title }) => !title.trim());
  return (
    <Dialog
      open
      title="Set up table"
      width={760}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="primary" disabled={isFaulty} onClick={done}>
            Use in table
          </Button>
        </>
      }
    >
      <Section
        title="Computed columns"
        text="A formula of the columns of the list, such as [Total] - [Outstanding] or daysBetween([Due date], today())."
      >
        {computed.map(({ name, title, formula }, place) => (
          <Entry
            key={name}
            label={title || `column ${place + 1}`}
            onRemove={() => change({ computed: computed.filter((one) => one.name !== name) })}
          >
            <Input
              aria-label={`Title of column ${place + 1}`}
              placeholder="Title"
              maxLength={60}
              value={title}
              onChange={({ target }) =>
                change({ computed: computed.map((one) => (one.name === name ? { ...one, title: target.value } : one)) })
              }
            />
            <FormulaInput
              label={`Formula of column ${place + 1}`}
              value={formula}
              columns={read}
              fault={formula.trim() ? faults[name] : undefined}
              onChange={(text) =>
                change({ computed: computed.map((one) => (one.name === name ? { ...one, formula: text } : one)) })
              }
            />
          </Entry>
        ))}
        {computed.length < mostComputed && (
          <Button
            size="small"
            onClick={() =>
              change({ computed: [...computed, { name: freeName("formula", computed), title: "", formula: "" }] })
            }
          >
            Compute a column
          </Button>
        )}
        {computed.length < mostComputed && joins.length > 0 && (
          <Select
            className="id-choice"
            aria-label="Column of another record"
            placeholder="Column of another record"
            value={null}
            showSearch={{ optionFilterProp: "label" }}
            options={joins.map(({ name, title, remote }) => ({
              value: name,
              label: remote ? `${title} (shown and exported, not sorted)` : title,
            }))}
            onChange={(name: string | null) => {
              const join = joins.find((one) => one.name === name);
              if (join)
                change({
                  computed: [
                    ...computed,
                    {
                      name: freeName("formula", computed),
                      title: join.title.slice(0, 60),
                      formula: titleInFormula(join),
                    },
                  ],
                });
            }}
          />
        )}
      </Section>
      <Section
        title="Colours of rows"
        text="The first rule that is met colours the row, such as [Outstanding] > 0 and [Due date] < today()."
      >
        {rules.map(({ name, formula, color }, place) => (
          <Entry
            key={name}
            label={`rule ${place + 1}`}
            onRemove={() => change({ colors: rules.filter((one) => one.name !== name) })}
          >
            <Select<Color>
              aria-label={`Colour of rule ${place + 1}`}
              value={color}
              options={[...colors]}
              onChange={(next) =>
                change({ colors: rules.map((one) => (one.name === name ? { ...one, color: next } : one)) })
              }
            />
            <FormulaInput
              label={`Formula of rule ${place + 1}`}
              value={formula}
              columns={ruled}
              fault={formula.trim() ? faults[name] : undefined}
              onChange={(text) =>
                change({ colors: rules.map((one) => (one.name === name ? { ...one, formula: text } : one)) })
              }
            />
          </Entry>
        ))}
        {rules.length < mostRules && (
          <Button
            size="small"
            onClick={() => change({ colors: [...rules, { name: freeName("rule", rules), formula: "", color: "red" }] })}
          >
            Colour rows
          </Button>
        )}
      </Section>
      <Section title="Groups and totals" text="Rows are counted and added up by these columns below the table.">
        <Select
          mode="multiple"
          maxCount={2}
          className="id-choice"
          aria-label="Group by"
          placeholder="Group by"
          value={groups}
          options={every.filter(isGrouped).map(({ name, title }) => ({ value: name, label: title }))}
          onChange={(names) => change({ groups: names })}
        />
        <Select
          mode="multiple"
          maxCount={10}
          className="id-choice"
          aria-label="Totals of"
          placeholder="Totals of"
          value={sums}
          options={every.filter(isSummed).map(({ name, title }) => ({ value: name, label: title }))}
          onChange={(names) => change({ sums: names })}
        />
      </Section>
    </Dialog>
  );
}

const Section = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <section className="id-set-up">
    <h3>{title}</h3>
    <p className="sr-muted">{text}</p>
    {children}
  </section>
);

const Entry = ({ label, onRemove, children }: { label: string; onRemove: () => void; children: ReactNode }) => (
  <div className="id-set-up-entry">
    {children}
    <IconButton icon="trash" label={`Remove ${label}`} onClick={onRemove} />
  </div>
);

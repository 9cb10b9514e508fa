import { Icon, IconButton } from "@staffroom/ui";
import { Button } from "antd";
import { useState, type DragEvent, type KeyboardEvent } from "react";
import { fieldTypes, type Definition, type FieldType, type FormField, type Problems } from "../types";
import { AddField } from "./add-field";
import {
  fieldAt,
  insertField,
  moveField,
  movePage,
  newField,
  newId,
  pageOf,
  placeOf,
  stepField,
  type Place,
} from "./model";

type Props = {
  definition: Definition;
  /** The id of the chosen field or page, or `settings`. */
  chosen: string;
  problems: ReadonlyMap<string, Problems>;
  onChoose: (id: string) => void;
  onChange: (definition: Definition, what?: string) => void;
};

const icons: Partial<Record<FieldType, string>> = {
  heading: "hash",
  note: "info",
  file: "paperclip",
  signature: "pencil",
  repeat: "layers",
  calculated: "percent",
  date: "calendar",
  datetime: "clock",
  currency: "pound",
  email: "mail",
  agreement: "check",
};

type MarksProps = Pick<FormField, "shownIf" | "staffOnly"> & { isBad: boolean };

/** Icons of a field, a page or the settings: a condition, staff only, a problem. */
const Marks = ({ shownIf, staffOnly, isBad }: MarksProps) => (
  <>
    {shownIf && (
      <span title="Shown by a condition">
        <Icon name="workflow" size={13} />
      </span>
    )}
    {staffOnly && (
      <span title="Read by staff only">
        <Icon name="lock" size={13} />
      </span>
    )}
    {isBad && (
      <span className="forms-bad" title="Needs correcting">
        <Icon name="alert" size={14} />
      </span>
    )}
  </>
);

/** The pages and fields of a form in order: dragged by their handle, or moved by Alt with an arrow. */
export function Outline({ definition, chosen, problems, onChoose, onChange }: Props) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [said, setSaid] = useState("");

  const add = (type: FieldType, place?: Place) => {
    const field = newField(type);
    const here = placeOf(definition, chosen);
    const page = pageOf(definition, chosen);
    const after = here && !here.group ? here.index + 1 : (definition.pages[page]?.fields.length ?? 0);
    onChange(insertField(definition, field, place ?? { page, index: after }));
    onChoose(field.id);
  };
  const addPage = () => {
    const page = { id: newId(), title: `Page ${definition.pages.length + 1}`, fields: [] };
    onChange({ ...definition, pages: [...definition.pages, page] });
    onChoose(page.id);
  };
  const step = (id: string, by: -1 | 1) => {
    const place = definition.pages.findIndex((page) => page.id === id);
    onChange(place >= 0 ? movePage(definition, id, place + by) : stepField(definition, id, by));
    const name = definition.pages[place]?.title ?? fieldAt(definition, id)?.title ?? "";
    setSaid(`${name} moved ${by < 0 ? "up" : "down"}`);
  };
  const keys = (id: string) => (event: KeyboardEvent<HTMLElement>) => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    step(id, event.key === "ArrowUp" ? -1 : 1);
  };
  const target = (place: Place) => ({
    onDragOver: (event: DragEvent) => {
      if (!dragged) return;
      event.preventDefault();
      event.stopPropagation();
      const from = placeOf(definition, dragged);
      if (from && from.page === place.page && from.group === place.group && from.index === place.index) return;
      onChange(moveField(definition, dragged, place), `drag ${dragged}`);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setDragged(null);
    },
  });

  const row = (field: FormField, place: Place) => (
    <li key={field.id} data-dragged={dragged === field.id || undefined}>
      <div className="forms-outline-row" data-chosen={chosen === field.id || undefined} {...target(place)}>
        <span
          className="forms-grip"
          draggable
          aria-hidden
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = "move";
            event.dataTransfer.setData("text/plain", field.id);
            setDragged(field.id);
          }}
          onDragEnd={() => setDragged(null)}
        >
          <Icon name="grip" size={14} />
        </span>
        <button
          type="button"
          aria-pressed={chosen === field.id}
          title={`${fieldTypes[field.type]}. Alt with an arrow moves it.`}
          onClick={() => onChoose(field.id)}
          onKeyDown={keys(field.id)}
        >
          <Icon name={icons[field.type] ?? "file-text"} size={13} />
          <span>
            {field.title || fieldTypes[field.type]}
            {field.required && <span className="sr-required"> *</span>}
          </span>
        </button>
        <Marks shownIf={field.shownIf} staffOnly={field.staffOnly} isBad={problems.has(field.id)} />
      </div>
      {field.fields && (
        <ol className="sr-bare">
          {field.fields.map((inner, index) => row(inner, { page: place.page, index, group: field.id }))}
          <li className="forms-outline-add">
            <AddField
              small
              inRepeat
              label="Add to group"
              onAdd={(type) => add(type, { page: place.page, index: field.fields?.length ?? 0, group: field.id })}
            />
          </li>
        </ol>
      )}
    </li>
  );

  return (
    <nav className="forms-outline" aria-label="Pages and fields">
      <div className="forms-outline-row" data-chosen={chosen === "settings" || undefined}>
        <button type="button" aria-pressed={chosen === "settings"} onClick={() => onChoose("settings")}>
          <Icon name="settings" size={14} />
          <span>Settings of the form</span>
        </button>
        <Marks isBad={problems.has("settings")} />
      </div>
      {definition.pages.map((page, at) => (
        <section key={page.id}>
          <div
            className="forms-outline-row forms-outline-page"
            data-chosen={chosen === page.id || undefined}
            {...target({ page: at, index: page.fields.length })}
          >
            <button
              type="button"
              aria-pressed={chosen === page.id}
              title="Alt with an arrow moves the page"
              onClick={() => onChoose(page.id)}
              onKeyDown={keys(page.id)}
            >
              <span>{page.title || `Page ${at + 1}`}</span>
            </button>
            <Marks shownIf={page.shownIf} isBad={problems.has(page.id)} />
            {definition.pages.length > 1 && (
              <IconButton
                label={`Move ${page.title || `page ${at + 1}`} up`}
                icon="arrow-up"
                size={13}
                refusal={at === 0 ? "This is the first page" : undefined}
                onClick={() => step(page.id, -1)}
              />
            )}
          </div>
          <ol className="sr-bare">{page.fields.map((field, index) => row(field, { page: at, index }))}</ol>
          {!page.fields.length && (
            <p className="sr-muted forms-outline-empty" {...target({ page: at, index: 0 })}>
              No fields yet
            </p>
          )}
        </section>
      ))}
      <div className="forms-outline-foot">
        <AddField onAdd={(type) => add(type)} />
        <Button icon={<Icon name="plus" size={15} />} onClick={addPage}>
          Another page
        </Button>
      </div>
      <span className="sr-visually-hidden" role="status">
        {said}
      </span>
    </nav>
  );
}

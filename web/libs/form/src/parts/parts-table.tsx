import { t } from "@staffroom/language";
import { Icon, IconButton, PlainTable, type PlainColumn, type PlainTableProps } from "@staffroom/ui";
import type { KeyboardEvent, ReactNode } from "react";
import { useOrder, type PartsOrder } from "./order";

type PartsTableProps<Row> = Omit<PlainTableProps<Row>, "keyOf"> & {
  /** The word for one part, `line`. */
  noun: string;
  /** Names one for its buttons, `line 2`. */
  labelOf: (row: Row, place: number) => string;
  /** The parts can be reordered, by dragging and by Alt with an arrow key. */
  order?: PartsOrder;
  /** Label of the button that opens a part's form. */
  verb?: string;
  onEdit?: (row: Row) => void;
  /** Why no form can be opened now. */
  refusal?: string;
  /** Label of the button that deletes a part. */
  removal?: string;
  onRemove?: (row: Row) => unknown;
  /** The rights on a part; both when absent. */
  mayOf?: (row: Row) => { edit?: boolean; remove?: boolean };
  /** Further controls of a part, before its buttons. */
  toolsOf?: (row: Row, place: number) => ReactNode;
};

const both = { edit: true, remove: true };

const hidden = (text: string) => <span className="sr-visually-hidden">{text}</span>;

/**
 * A record's parts as a table, with buttons and keys to change, delete and move them. Arrow keys move from row to row.
 */
export function PartsTable<Row extends { id: number }>(props: PartsTableProps<Row>) {
  const {
    rows: parts,
    columns,
    noun,
    labelOf,
    order,
    verb = "Change",
    onEdit,
    refusal,
    removal = t("Delete"),
    onRemove,
    mayOf = () => both,
    toolsOf,
    rowProps,
    ...table
  } = props;
  const { rows, announcement, dragged, step, handle, target } = useOrder(parts, noun, order);

  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>, part: Row) => {
    const row = event.currentTarget;
    const at = event.target as HTMLElement;
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    // Events of dialogs and menus bubble to the row from which they were opened.
    if (!row.contains(at) || at.closest("input, textarea, [contenteditable]")) return;
    if (by && event.altKey && order) step(part.id, by);
    else if (by)
      (by > 0 ? row.nextElementSibling : row.previousElementSibling)
        ?.querySelector<HTMLElement>("button, [tabindex]")
        ?.focus();
    else if (event.key === "Delete" && onRemove && mayOf(part).remove) void onRemove(part);
    else return;
    event.preventDefault();
  };
  const grip: PlainColumn<Row> = {
    title: hidden("Order"),
    className: "sr-grip",
    cell: (row, place) => (
      <button
        type="button"
        aria-label={`Move ${labelOf(row, place)}`}
        title="Drag, or Alt with an arrow key"
        {...handle(row.id)}
      >
        <Icon name="grip" size={14} />
      </button>
    ),
  };
  const tools: PlainColumn<Row> = {
    title: hidden("Actions"),
    className: "sr-parts-tools",
    cell: (row, place) => (
      <>
        {toolsOf?.(row, place)}
        {onEdit && mayOf(row).edit && (
          <IconButton
            label={`${verb} ${labelOf(row, place)}`}
            refusal={refusal}
            icon="pencil"
            size={14}
            onClick={() => onEdit(row)}
          />
        )}
        {onRemove && mayOf(row).remove && (
          <IconButton
            label={`${removal} ${labelOf(row, place)}`}
            icon="trash"
            size={14}
            onClick={() => void onRemove(row)}
          />
        )}
      </>
    ),
  };
  return (
    <>
      <PlainTable
        {...table}
        rows={rows}
        columns={[order && grip, ...columns, (onEdit || onRemove || toolsOf) && tools]}
        rowProps={(row) => ({
          ...rowProps?.(row),
          onKeyDown: (event) => onKeyDown(event, row),
          "data-dragged": dragged === row.id || undefined,
          ...(order && target(row.id)),
        })}
      />
      {order && (
        <span className="sr-visually-hidden" role="status">
          {announcement}
        </span>
      )}
    </>
  );
}

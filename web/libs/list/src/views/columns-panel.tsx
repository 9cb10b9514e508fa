import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from "@dnd-kit/core";
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { contains, Icon, IconButton } from "@staffroom/ui";
import { Button, Checkbox, Input } from "antd";
import { useState, type KeyboardEvent } from "react";
import { withColumn, type PlacedColumn } from "../table/columns";
import type { ListViews } from "./saved-views";

type EntryProps = {
  column: PlacedColumn;
  /** A list shows at least one column. */
  isLast: boolean;
  isMovable: boolean;
  change: (change: Partial<PlacedColumn>) => void;
};

function Entry({ column, isLast, isMovable, change }: EntryProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: column.name,
    disabled: !isMovable,
  });
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      data-dragged={isDragging || undefined}
    >
      <button
        ref={setActivatorNodeRef}
        type="button"
        className="sr-columns-grip"
        {...attributes}
        {...listeners}
        disabled={!isMovable}
        aria-label={`Move ${column.title}`}
      >
        <Icon name="grip" size={15} />
      </button>
      <Checkbox
        checked={!column.hidden}
        disabled={isLast}
        onChange={(event) => change({ hidden: !event.target.checked })}
      >
        {column.title}
      </Checkbox>
      <IconButton
        label={column.pinned ? `Unpin ${column.title}` : `Pin ${column.title} on the left`}
        icon={column.pinned ? "unpin" : "pin"}
        aria-pressed={!!column.pinned}
        disabled={column.hidden}
        onClick={() => change({ pinned: !column.pinned })}
      />
    </li>
  );
}

type ColumnsPanelProps = {
  views: ListViews;
  onClose: () => void;
};

/** The columns of a list: shown or hidden, in order, pinned. */
export default function ColumnsPanel({ views: { placed, place, isPlaced, reset }, onClose }: ColumnsPanelProps) {
  const [search, setSearch] = useState("");
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const matching = placed.filter(({ title }) => contains(title, search.trim()));
  const shown = placed.filter((column) => !column.hidden).length;
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const placeOf = (id: unknown) => placed.findIndex(({ name }) => name === id);
    if (over && over.id !== active.id) place(arrayMove([...placed], placeOf(active.id), placeOf(over.id)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Escape returns a column that is being moved to its place.
    if (event.key === "Escape" && !event.currentTarget.querySelector("[data-dragged]")) onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes it from any of its controls
    <div className="sr-columns" onKeyDown={onKeyDown}>
      <Input
        type="search"
        aria-label="Search columns"
        placeholder="Search"
        prefix={<Icon name="search" size={14} />}
        allowClear
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={onDragEnd}>
        <SortableContext items={matching.map(({ name }) => name)} strategy={verticalListSortingStrategy}>
          <ul aria-label="Columns">
            {matching.map((column) => (
              <Entry
                key={column.name}
                column={column}
                isLast={!column.hidden && shown === 1}
                // Among search results a position has no meaning.
                isMovable={search.trim() === ""}
                change={(change) => place(withColumn(placed, column.name, change))}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      {matching.length === 0 && <p className="sr-muted">No column has this name.</p>}
      <Button size="small" disabled={!isPlaced} onClick={reset}>
        Reset columns
      </Button>
    </div>
  );
}

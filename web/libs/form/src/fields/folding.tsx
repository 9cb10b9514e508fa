import type { Field, RecordData } from "@staffroom/contract";
import { Icon } from "@staffroom/ui";
import { Button, Dropdown } from "antd";
import { useCallback, useEffect, useRef, useState } from "react";
import { readDraft } from "../rules/drafts";
import { focusField } from "../rules/focus";

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

/** With `many`, a record with more fields than this folds its empty ones. */
export const manyFields = 8;

type Folded = { shown: Field[]; folded: Field[] };

/**
 * Divides a record's fields into shown and folded ones. Folded fields are empty, neither required nor needed by a move,
 * and have no draft. A field that was shown stays, so that emptying it does not hide it; the `asked` field is shown
 * too.
 */
export function useFolding(asked?: string) {
  const shown = useRef(new Set<string>(asked ? [asked] : []));
  const [added, setAdded] = useState("");
  useEffect(() => {
    if (added) focusField(added);
  }, [added]);

  const fold = (fields: readonly Field[], record: RecordData, path: string): Folded => {
    for (const { name, required, needed } of fields)
      if (required || needed?.length || !isEmpty(record[name]) || readDraft(`${path}#${name}`) !== undefined)
        shown.current.add(name);
    return {
      shown: fields.filter(({ name }) => shown.current.has(name)),
      folded: fields.filter(({ name }) => !shown.current.has(name)),
    };
  };
  const add = useCallback((name: string) => {
    shown.current.add(name);
    setAdded(name);
  }, []);
  return { fold, add };
}

/** Chooses one of a section's empty fields, which is then shown and focused. */
export function AddDetail({ fields, onAdd }: { fields: readonly Field[]; onAdd: (name: string) => void }) {
  return (
    <div className="sr-add-detail">
      <Dropdown
        trigger={["click"]}
        menu={{
          items: fields.map(({ name, title }) => ({ key: name, label: title })),
          onClick: ({ key }) => onAdd(key),
        }}
      >
        <Button size="small" type="text" icon={<Icon name="plus" size={14} />}>
          Add a detail
        </Button>
      </Dropdown>
    </div>
  );
}

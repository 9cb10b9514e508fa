import { Icon } from "@staffroom/ui";
import { Button, Dropdown } from "antd";
import { fieldTypes, type FieldType } from "../types";
import { notInRepeat } from "./model";

const groups: readonly (readonly [title: string, types: readonly FieldType[]])[] = [
  ["Text", ["text", "multiline", "richtext", "email", "phone"]],
  ["Choices", ["yesno", "select", "multiselect", "agreement"]],
  ["Numbers and dates", ["number", "integer", "decimal", "currency", "date", "datetime", "calculated"]],
  ["More", ["file", "signature", "repeat"]],
  ["To read", ["heading", "note"]],
];

/** A button that adds a field of a chosen type. */
export function AddField({
  label = "Add field",
  inRepeat,
  small,
  onAdd,
}: {
  label?: string;
  inRepeat?: boolean;
  small?: boolean;
  onAdd: (type: FieldType) => void;
}) {
  const items = groups
    .map(([title, types]) => ({
      key: title,
      type: "group" as const,
      label: title,
      children: types
        .filter((type) => !inRepeat || !notInRepeat.includes(type))
        .map((type) => ({ key: type, label: fieldTypes[type] })),
    }))
    .filter(({ children }) => children.length);
  return (
    <Dropdown
      trigger={["click"]}
      menu={{ items, onClick: ({ key }) => onAdd(key as FieldType), style: { maxHeight: 420, overflowY: "auto" } }}
    >
      <Button size={small ? "small" : "middle"} icon={<Icon name="plus" size={15} />}>
        {label}
      </Button>
    </Dropdown>
  );
}

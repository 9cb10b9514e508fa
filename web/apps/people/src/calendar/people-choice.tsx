import { personPaths, type PersonKind } from "@staffroom/contract";
import { Select } from "antd";
import { usePeopleSearch } from "../persons/people-search";

export type Somebody = { kind: string; id: number; name: string };
const kinds = Object.keys(personPaths).join();
const keyOf = ({ kind, id }: Pick<Somebody, "kind" | "id">) => `${kind}:${id}`;

/** Persons of every kind, found by name. */
export function PeopleChoice({
  id,
  label,
  value,
  onChange,
}: {
  id: string;
  label?: string;
  value: readonly Somebody[];
  onChange: (people: Somebody[]) => void;
}) {
  const { hits, forget, select } = usePeopleSearch(kinds);
  const persons = hits.filter(({ kind }) => kind in personPaths);
  return (
    <Select
      id={id}
      aria-label={label ?? "People"}
      mode="multiple"
      labelInValue
      style={{ width: "100%" }}
      {...select}
      placeholder={label ? `${label}: at least three letters of the name` : "Type at least three letters of a name"}
      value={value.map((one) => ({ value: keyOf(one), label: one.name }))}
      options={persons.map((one) => ({
        value: keyOf(one),
        label: one.title,
        title: [one.kind, one.detail].filter(Boolean).join(" · "),
      }))}
      optionRender={({ label, data: { title } }) => (
        <>
          {label} <small>{title}</small>
        </>
      )}
      onChange={(chosen: { value: string; label: unknown }[]) => {
        onChange(
          chosen.map(({ value: key, label }) => {
            const [kind, number] = key.split(":") as [PersonKind, string];
            return { kind, id: Number(number), name: String(label) };
          }),
        );
        forget();
      }}
    />
  );
}

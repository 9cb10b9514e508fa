import { Input } from "antd";
import { parseText, type FieldInputProps, type Kind } from "./kind";

const parts = [
  { name: "line1", title: "Line 1", autoComplete: "address-line1" },
  { name: "line2", title: "Line 2", autoComplete: "address-line2" },
  { name: "city", title: "City", autoComplete: "address-level2" },
  { name: "postcode", title: "Postcode", autoComplete: "postal-code" },
  { name: "country", title: "Country", autoComplete: "country-name" },
];

function AddressInput({ value, onChange, onBlur, id, disabled, invalid }: FieldInputProps) {
  const address = (value && typeof value === "object" ? value : {}) as Record<string, string | null>;
  return (
    <div className="sr-address" role="group">
      {parts.map(({ name, title, autoComplete }, index) => (
        <Input
          key={name}
          id={index === 0 ? id : `${id}-${name}`}
          aria-label={title}
          placeholder={title}
          autoComplete={autoComplete}
          disabled={disabled}
          status={invalid ? "error" : undefined}
          value={address[name] ?? ""}
          onChange={(event) => onChange({ ...address, [name]: event.target.value })}
          onBlur={onBlur}
        />
      ))}
    </div>
  );
}

export const address: Kind = {
  Input: AddressInput,
  show: (value) =>
    Object.values(value as object)
      .filter(Boolean)
      .join(", "),
  draft: (value) => value,
  empty: "",
  parse: (draft) => parseText(draft),
  check: () => null,
  isWide: true,
};

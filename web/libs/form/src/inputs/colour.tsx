import type { FieldInputProps, Kind } from "./kind";
import { text } from "./text";

/** The browser's colour picker, with the code next to it. */
function ColourInput({ id, value, onChange, onBlur, disabled, autoFocus, describedBy }: FieldInputProps) {
  const code = String(value ?? "");
  return (
    <span className="sr-colour">
      <input
        type="color"
        id={id}
        value={code || "#000000"}
        disabled={disabled}
        autoFocus={autoFocus}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
      <span aria-hidden>{code || "Pick a colour"}</span>
    </span>
  );
}

export const colour: Kind = {
  ...text,
  Input: ColourInput,
  show: (value) => (
    <span className="sr-colour">
      <span className="sr-colour-swatch" style={{ background: String(value) }} aria-hidden />
      {String(value)}
    </span>
  ),
};

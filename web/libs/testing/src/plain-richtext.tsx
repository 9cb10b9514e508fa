import type { RichTextProps } from "@staffroom/ui";

/**
 * A text area in place of the rich text editor (vitest.config.ts): jsdom cannot type into an editor that renders its
 * own text.
 */
export default function PlainEditor({ id, label, value, onChange, autoFocus }: RichTextProps) {
  return (
    <textarea
      id={id}
      aria-label={label}
      value={value}
      autoFocus={autoFocus}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

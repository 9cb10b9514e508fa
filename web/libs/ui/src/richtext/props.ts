export type RichTextProps = {
  value: string;
  onChange: (html: string) => void;
  onBlur?: () => void;
  /** Accessible name of the editor. */
  label: string;
  disabled?: boolean;
  autoFocus?: boolean;
  id?: string;
};

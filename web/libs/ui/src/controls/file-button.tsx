import { Button } from "antd";
import { useRef } from "react";
import { Icon } from "./icon";

type FileButtonProps = {
  /** The text of the button. */
  label: string;
  /** The name of the file's input, `Calendar file (.ics)`. */
  inputLabel: string;
  /** The accepted types and extensions, as the browser takes them. */
  accept: string;
  loading?: boolean;
  onFile: (file: File) => unknown;
};

/** A button that lets the user choose a file which is read here, not uploaded. The same file can be chosen again. */
export function FileButton({ label, inputLabel, accept, loading, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={<Icon name="upload" size={15} />} loading={loading} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        aria-label={inputLabel}
        accept={accept}
        onChange={({ target }) => {
          if (target.files?.[0]) void onFile(target.files[0]);
          target.value = "";
        }}
      />
    </>
  );
}

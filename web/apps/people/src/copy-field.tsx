import { copyText, Icon } from "@staffroom/ui";
import { Button, Input } from "antd";
import "./style.css";

type CopyFieldProps = {
  id?: string;
  /** The name of the value, if no label names it. */
  label?: string;
  value: string;
  /** The text of the button. */
  copy: string;
  /** The toast once it is copied. */
  notice: string;
};

/** A secret that is shown only once, with a button that copies it. */
export const CopyField = ({ id, label, value, copy, notice }: CopyFieldProps) => (
  <div className="people-copy">
    <Input id={id} readOnly aria-label={label} value={value} onFocus={({ target }) => target.select()} />
    <Button type="primary" icon={<Icon name="copy" size={15} />} onClick={() => void copyText(value, notice)}>
      {copy}
    </Button>
  </div>
);

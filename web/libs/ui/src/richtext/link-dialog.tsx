import type { Editor } from "@tiptap/react";
import { Button, Input } from "antd";
import { useId, useState, type KeyboardEvent } from "react";
import { Dialog } from "../dialogs/dialog";
import { Problem } from "../controls/problem";
import { isAddress } from "./sanitise";

const badAddress = "Please enter a whole address, such as https://example.org or mailto:name@example.org";
const start = "https://";

function setLink(editor: Editor, href: string): void {
  const { empty } = editor.state.selection;
  if (empty && !editor.isActive("link")) {
    // Without a text for the link, the address is inserted.
    editor.commands.insertContent({ type: "text", text: href, marks: [{ type: "link", attrs: { href } }] });
  } else editor.chain().extendMarkRange("link").setLink({ href }).run();
}

/** Asks for the address of the link at the selection; the text is focused again once the dialog closes. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const close = () => {
    onClose();
    editor.commands.focus();
  };
  return (
    <Dialog open title="Link" footer={null} width={440} focusable={{ focusTriggerAfterClose: false }} onCancel={close}>
      <LinkForm editor={editor} onClose={close} />
    </Dialog>
  );
}

function LinkForm({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const id = useId();
  const [before] = useState(() => String(editor.getAttributes("link").href ?? ""));
  const [address, setAddress] = useState(before || start);
  const [isRefused, setRefused] = useState(false);
  const save = () => {
    const href = address.trim();
    if (!isAddress(href)) return setRefused(true);
    setLink(editor, href);
    onClose();
  };
  const remove = () => {
    editor.chain().extendMarkRange("link").unsetLink().run();
    onClose();
  };
  // A form around the editor uses the same keys as shortcuts.
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === "Escape") onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc closes wherever the focus is
    <form
      className="sr-form"
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        save();
      }}
    >
      <div className="sr-field">
        <div className="sr-field-label">
          <label htmlFor={id}>Address</label>
        </div>
        <Input
          id={id}
          value={address}
          autoFocus
          status={isRefused ? "error" : undefined}
          aria-invalid={isRefused}
          aria-describedby={isRefused ? `${id}-note` : undefined}
          onChange={({ target }) => {
            setAddress(target.value);
            setRefused(false);
          }}
        />
        <Problem id={`${id}-note`}>{isRefused && badAddress}</Problem>
      </div>
      <div className="sr-form-foot">
        {before && (
          <Button danger type="text" onClick={remove}>
            Remove link
          </Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <Button type="primary" htmlType="submit">
          Save
        </Button>
      </div>
    </form>
  );
}

import { download, invalidate } from "@staffroom/api";
import { ActionButton } from "@staffroom/ui";
import { Button } from "antd";
import type { Entry } from "../types";
import { WriteBack } from "./write-back";

/** A reviewer's actions besides an entry's moves; `isOpen` if the entry has its own screen. */
export function EntryActions({ entry, isOpen, onDone }: { entry: Entry; isOpen?: boolean; onDone?: () => void }) {
  const done = () => {
    onDone?.();
    void invalidate(`/form/entry/${entry.id}`);
  };
  return (
    <>
      <ActionButton icon="file-text" run={() => download(`/form/entry/${entry.id}/pdf`, `${entry.form.title}.pdf`)}>
        PDF
      </ActionButton>
      {entry.can.write && <WriteBack entry={entry} onDone={done} />}
      {!isOpen && <Button href={`#/form/entry/${entry.id}/staff`}>Open entry</Button>}
    </>
  );
}

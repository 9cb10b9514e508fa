import { download, invalidate } from "@staffroom/api";
import { Icon, useAttempt } from "@staffroom/ui";
import { Button } from "antd";
import type { Entry } from "../types";
import { WriteBack } from "./write-back";

/** A reviewer's actions besides an entry's moves; `isOpen` if the entry has its own screen. */
export function EntryActions({ entry, isOpen, onDone }: { entry: Entry; isOpen?: boolean; onDone?: () => void }) {
  const [busy, attempt] = useAttempt();
  const done = () => {
    onDone?.();
    void invalidate(`/form/entry/${entry.id}`);
  };
  return (
    <>
      <Button
        icon={<Icon name="file-text" size={15} />}
        loading={busy !== null}
        onClick={() => void attempt(() => download(`/form/entry/${entry.id}/pdf`, `${entry.form.title}.pdf`))}
      >
        PDF
      </Button>
      {entry.can.write && <WriteBack entry={entry} onDone={done} />}
      {!isOpen && <Button href={`#/form/entry/${entry.id}/staff`}>Open entry</Button>}
    </>
  );
}

import { invalidate } from "@staffroom/api";
import { Button } from "antd";
import type { Entry } from "../types";
import { WriteBack } from "./write-back";

/** The actions of a reviewer besides the moves of an entry; `isOpen` where it has the screen for itself. */
export function EntryActions({ entry, isOpen, onDone }: { entry: Entry; isOpen?: boolean; onDone?: () => void }) {
  const done = () => {
    onDone?.();
    void invalidate(`/form/entry/${entry.id}`);
  };
  return (
    <>
      {entry.may.review && <WriteBack entry={entry} onDone={done} />}
      {!isOpen && <Button href={`#/form/entry/${entry.id}/staff`}>Open entry</Button>}
    </>
  );
}

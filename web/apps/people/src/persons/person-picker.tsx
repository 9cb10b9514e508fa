import type { PersonKind } from "@staffroom/contract";
import { Dialog, DialogButton, useAttempt } from "@staffroom/ui";
import { Select } from "antd";
import { useState } from "react";
import { nameOf, usePeopleSearch } from "./people-search";

type Props = { kind: PersonKind; title: string; onChosen: (id: number) => Promise<unknown> };

/** A button that adds one person of a kind, found by name. */
export const AddPerson = ({ primary, ...props }: Props & { primary?: boolean }) => (
  <DialogButton label={props.title} icon="plus" primary={primary} small={!primary}>
    {(close) => <PersonPicker {...props} onClose={close} />}
  </DialogButton>
);

function PersonPicker({ kind, title, onChosen, onClose }: Props & { onClose: () => void }) {
  const { hits, select } = usePeopleSearch(kind);
  const [chosen, setChosen] = useState<number>();
  const [busy, attempt] = useAttempt();
  const add = async () => {
    if (chosen !== undefined && (await attempt(() => onChosen(chosen)))) onClose();
  };
  return (
    <Dialog
      open
      title={title}
      okText={title}
      onOk={() => void add()}
      onCancel={onClose}
      confirmLoading={busy !== null}
      okButtonProps={{ disabled: chosen === undefined }}
    >
      <Select
        aria-label={`Name of the ${kind}`}
        autoFocus
        {...select}
        style={{ width: "100%" }}
        value={chosen}
        onChange={setChosen}
        options={hits.map((hit) => ({ value: hit.id, label: nameOf(hit) }))}
      />
    </Dialog>
  );
}

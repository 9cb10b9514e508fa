import { plainErrorText, useApi } from "@staffroom/api";
import { searchMinimum } from "@staffroom/list";
import { Dialog, Icon, useAttempt, useDebounced } from "@staffroom/ui";
import { Button, Select } from "antd";
import { useState } from "react";
import type { Hit, Kind } from "./types";

type Props = { kind: Kind; title: string; onChosen: (id: number) => Promise<unknown> };

/** A button that adds one person of a kind, found by name. */
export function AddPerson({ primary, ...props }: Props & { primary?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button type={primary ? "primary" : "default"} size={primary ? "middle" : "small"} icon={<Icon name="plus" size={primary ? 15 : 14} />} onClick={() => setOpen(true)}>
        {props.title}
      </Button>
      {open && <PersonPicker {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function PersonPicker({ kind, title, onChosen, onClose }: Props & { onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim());
  const [chosen, setChosen] = useState<number>();
  const [busy, attempt] = useAttempt();
  const isLongEnough = search.length >= searchMinimum;
  const { data, error } = useApi<Hit[]>("/people/search", { q: search, kinds: kind }, { enabled: isLongEnough });
  const add = async () => {
    if (chosen !== undefined && (await attempt(() => onChosen(chosen)))) onClose();
  };
  return (
    <Dialog open title={title} okText={title} onOk={() => void add()} onCancel={onClose} confirmLoading={busy !== null} okButtonProps={{ disabled: chosen === undefined }}>
      <Select
        aria-label={`Name of the ${kind}`}
        autoFocus
        showSearch={{ filterOption: false, onSearch: setTyped }}
        style={{ width: "100%" }}
        placeholder="Type at least three letters of the name"
        notFoundContent={!isLongEnough ? "Three letters at least" : error ? plainErrorText(error) : data ? "Nobody of this name" : "Searching…"}
        value={chosen}
        onChange={setChosen}
        options={(isLongEnough ? data : [])?.map(({ id, title: name, detail }) => ({ value: id, label: [name, detail].filter(Boolean).join(" · ") }))}
      />
    </Dialog>
  );
}

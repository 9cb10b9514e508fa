import { api } from "@staffroom/api";
import { Dialog, toast } from "@staffroom/ui";
import { Select } from "antd";
import { useEffect, useRef, useState } from "react";
import type { Hit, Kind } from "./types";

const waitMs = 300;
const fewest = 3;

type Props = { kind: Kind; title: string; onChosen: (id: number) => Promise<unknown>; onClose: () => void };

/** A dialog that finds one person of a kind by name. Mounted while it is open. */
export function PersonPicker({ kind, title, onChosen, onClose }: Props) {
  const [hits, setHits] = useState<Hit[]>([]);
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<number>();
  const [busy, setBusy] = useState(false);
  const request = useRef<AbortController>(undefined);

  useEffect(() => {
    const query = text.trim();
    request.current?.abort();
    if (query.length < fewest) return setHits([]);
    const timer = setTimeout(() => {
      const controller = (request.current = new AbortController());
      api
        .get<Hit[]>("/people/search", { query: { q: query, kinds: kind }, signal: controller.signal })
        .then(setHits)
        .catch((error: unknown) => !controller.signal.aborted && toast.error(error));
    }, waitMs);
    return () => clearTimeout(timer);
  }, [text, kind]);

  const done = async () => {
    if (chosen === undefined) return;
    setBusy(true);
    try {
      await onChosen(chosen);
      onClose();
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog open title={title} okText="Add" onOk={() => void done()} onCancel={onClose} confirmLoading={busy} okButtonProps={{ disabled: chosen === undefined }}>
      <Select
        aria-label={`Name of the ${kind}`}
        autoFocus
        showSearch={{ filterOption: false, onSearch: setText }}
        style={{ width: "100%" }}
        placeholder="Type at least three letters of the name"
        notFoundContent={text.trim().length < fewest ? "Three letters at least" : "Nobody of this name"}
        value={chosen}
        onChange={setChosen}
        options={hits.map((hit) => ({ value: hit.id, label: [hit.title, hit.detail].filter(Boolean).join(" · ") }))}
      />
    </Dialog>
  );
}

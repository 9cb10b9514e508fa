import { Dialog } from "@staffroom/ui";
import { Radio } from "antd";
import { useState } from "react";

export type Scope = "this" | "following" | "all";
const scopes = [
  { value: "this", label: "This event" },
  { value: "following", label: "This and the following" },
  { value: "all", label: "All of them" },
] as const;

/** Asks which dates of a series a change applies to. */
export function ScopeDialog({ title, onAnswer }: { title: string; onAnswer: (scope: Scope | null) => void }) {
  const [scope, setScope] = useState<Scope>("this");
  return (
    <Dialog
      open
      title="Change dates of a series?"
      okText="Change event"
      cancelText="Go back"
      onOk={() => onAnswer(scope)}
      onCancel={() => onAnswer(null)}
    >
      <p>{title} repeats.</p>
      <Radio.Group
        aria-label="Which dates"
        vertical
        options={[...scopes]}
        value={scope}
        onChange={({ target }) => setScope(target.value as Scope)}
      />
    </Dialog>
  );
}

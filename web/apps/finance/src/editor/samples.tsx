import { loadPiece, seldomChanged, useApi } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { Icon, plainText } from "@staffroom/ui";
import { Button, Dropdown } from "antd";
import { lazy, Suspense, useState } from "react";
import type { ItemBody } from "./line";

const ExamItems = lazy(() => loadPiece(() => import("./exam-items")));

type Sample = { title?: string; description?: string };

/** A menu of sample texts. */
export function SamplesMenu<One extends Sample>({ samples = [], disabled, onChosen }: {
  samples?: readonly One[]; disabled?: boolean; onChosen: (sample: One) => void;
}) {
  return (
    <Dropdown
      trigger={["click"]}
      disabled={disabled}
      menu={{
        className: "fin-samples",
        items: samples.length
          ? samples.map((sample, index) => ({ key: String(index), label: sample.title || plainText(sample.description ?? "") }))
          : [{ key: "", label: "There are no samples", disabled: true }],
        onClick: ({ key }) => {
          const sample = samples[Number(key)];
          if (sample) onChosen(sample);
        },
      }}
    >
      <Button size="small" disabled={disabled}>Samples <Icon name="chevron-down" size={13} /></Button>
    </Dropdown>
  );
}

/** The buttons for a new line: empty, from a sample, from an exam. */
export function AddLine({ onAdd, disabled }: { onAdd: (from?: ItemBody) => void; disabled: boolean }) {
  const samples = useApi<Answer<"finance", "/invoice/item/samples">>("/invoice/item/samples", undefined, { staleTime: seldomChanged });
  const [exams, setExams] = useState(false);
  return (
    <div className="fin-add">
      <Button size="small" disabled={disabled} icon={<Icon name="plus" size={14} />} onClick={() => onAdd()}>Add item</Button>
      <SamplesMenu samples={samples.data} disabled={disabled} onChosen={onAdd} />
      <Button size="small" disabled={disabled} icon={<Icon name="graduation" size={14} />} onClick={() => setExams(true)}>Exam items</Button>
      {exams && <Suspense fallback={null}><ExamItems onClose={() => setExams(false)} /></Suspense>}
    </div>
  );
}

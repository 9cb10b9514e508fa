import { loadPiece, seldomChanged, useApi } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { Icon, plainText, Refusable } from "@staffroom/ui";
import { Button, Dropdown } from "antd";
import { lazy, Suspense, useState } from "react";
import type { ItemBody } from "./line";

const ExamItems = lazy(() => loadPiece(() => import("./exam-items")));

/** Why a line or text cannot be added or edited now. */
export const oneAtATime = "Save or cancel the one that is open first";

const loading = [{ key: "", label: "Loading", disabled: true }];

type Sample = { title?: string; description?: string };

type SamplesMenuProps<One extends Sample> = {
  samples?: readonly One[];
  refusal?: string;
  onChosen: (sample: One) => void;
};

/** A menu of sample texts. */
export function SamplesMenu<One extends Sample>({ samples, refusal, onChosen }: SamplesMenuProps<One>) {
  const button = (
    <Button size="small">
      Samples <Icon name="chevron-down" size={13} />
    </Button>
  );
  const reason = refusal || (samples?.length === 0 && "There are no samples yet: add them under Setup, Samples");
  if (reason) return <Refusable refusal={reason}>{button}</Refusable>;
  return (
    <Dropdown
      trigger={["click"]}
      menu={{
        className: "fin-samples",
        items:
          samples?.map((sample, index) => ({
            key: String(index),
            label: sample.title || plainText(sample.description ?? ""),
          })) ?? loading,
        onClick: ({ key }) => {
          const sample = samples?.[Number(key)];
          if (sample) onChosen(sample);
        },
      }}
    >
      {button}
    </Dropdown>
  );
}

/** The buttons for a new line: empty, from a sample, from an exam. */
export function AddLine({ onAdd, refusal }: { onAdd: (from?: ItemBody) => void; refusal: string | undefined }) {
  const samples = useApi<Answer<"finance", "/invoice/item/samples">>("/invoice/item/samples", undefined, {
    staleTime: seldomChanged,
  });
  const [exams, setExams] = useState(false);
  return (
    <div className="fin-add">
      <Refusable refusal={refusal}>
        <Button size="small" icon={<Icon name="plus" size={14} />} onClick={() => onAdd()}>
          Add item
        </Button>
      </Refusable>
      <SamplesMenu samples={samples.data} refusal={refusal} onChosen={onAdd} />
      <Refusable refusal={refusal}>
        <Button size="small" icon={<Icon name="graduation" size={14} />} onClick={() => setExams(true)}>
          Exam items
        </Button>
      </Refusable>
      {exams && (
        <Suspense fallback={null}>
          <ExamItems onClose={() => setExams(false)} />
        </Suspense>
      )}
    </div>
  );
}

import type { RecordPieceProps } from "@staffroom/contract";
import { PageLink } from "@staffroom/screen";
import { Panel } from "@staffroom/ui";
import { Moves } from "@staffroom/workflow";
import type { Checklist, ChecklistStep } from "../types";
import { Steps } from "./steps";

/** The steps of a checklist, with a link to its record. */
export default function StepsOfChecklist({ record, reload }: RecordPieceProps) {
  const { name, screen, steps, moves } = record as unknown as Checklist;
  return (
    <Panel
      title={
        <>
          For <PageLink to={screen}>{name}</PageLink>
        </>
      }
      extra={<Moves size="small" moves={moves} onDone={reload} />}
    >
      <Steps steps={steps as ChecklistStep[]} reload={reload} />
    </Panel>
  );
}

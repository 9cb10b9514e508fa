import type { RecordPieceProps } from "@staffroom/contract";
import { Parts } from "@staffroom/form";
import { ListScreen } from "@staffroom/list";
import { Panel, StatePanel } from "@staffroom/ui";
import { useMemo } from "react";
import type { ApplicationInterview } from "../types";

/** The interviews of an application, and the visible scorecards: others' only after one's own is submitted. */
export default function Interviews({ record, thing, reload }: RecordPieceProps) {
  const fixed = useMemo(() => ({ applicationId: String(record.id) }), [record.id]);
  const rows = (record.interviews ?? []) as ApplicationInterview[];
  return (
    <>
      <Panel title="Interviews">
        <Parts
          thing="/applications/interviews"
          rows={rows}
          columns={[
            "at",
            "minutes",
            "way",
            "place",
            { title: "Interviewers", cell: ({ interviewers }) => interviewers },
            { title: "Scorecards", cell: ({ given, awaited }) => `${given} of ${given + awaited}` },
          ]}
          to={`${thing}/${record.id}/interview`}
          noun="panel interview"
          nameOf={({ interviewers }) => `interview by ${interviewers}`}
          mayChange={Boolean(record.may?.edit?.length)}
          empty={<StatePanel compact icon="calendar" title="No interviews yet" />}
          onChanged={reload}
        />
      </Panel>
      <Panel title="Scorecards" flush>
        <ListScreen
          path="/applications/scorecards"
          fixed={fixed}
          readOnly
          embedded={{ height: 320 }}
          emptyText="You see the scorecards of others after you have given yours."
        />
      </Panel>
    </>
  );
}

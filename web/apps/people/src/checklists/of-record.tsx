import { api, invalidate, useApi } from "@staffroom/api";
import type { RecordPieceProps } from "@staffroom/contract";
import { FormButton } from "@staffroom/form";
import { ChoiceTag, PageLink } from "@staffroom/screen";
import { ErrorState, ListSkeleton, Panel, StatePanel } from "@staffroom/ui";
import { kindOf, type ChecklistOfRecord } from "../types";
import { Steps } from "./steps";
import { templateField } from "./start";

/** Records other than people that have checklists. */
const others: Readonly<Record<string, string>> = { "/enquiry": "lead", "/applications/tutors": "application" };

/** The checklists of a record: open ones first, with their steps, and a button to start another. */
export default function ChecklistsOfRecord({ record, thing }: RecordPieceProps) {
  const about = kindOf(thing) ?? others[thing] ?? "course";
  const path = `/checklists/of/${about}/${record.id}`;
  const { data, error, refetch } = useApi<ChecklistOfRecord[]>(path);
  const reload = () => void Promise.all([refetch(), invalidate("/checklists")]);
  if (error && !data)
    return (
      <Panel>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Panel>
    );
  if (!data) return <ListSkeleton />;
  const start = (
    <FormButton
      small
      label="Start checklist"
      fields={templateField(about)}
      to={({ templateId }) => api.post("/checklists", { templateId, entityId: record.id })}
      notice="Checklist started"
      onDone={reload}
    />
  );
  if (!data.length)
    return (
      <Panel title="Checklists" extra={start}>
        <StatePanel icon="list-checks" title="No checklist yet" />
      </Panel>
    );
  return (
    <div className="sr-stack">
      {data.map((checklist, place) => (
        <Panel
          key={checklist.id}
          title={<PageLink to={`/checklists/${checklist.id}`}>{checklist.title}</PageLink>}
          extra={
            <span className="sr-line">
              {checklist.doneCount} of {checklist.total} done
              <ChoiceTag of="/checklists/columns" name="status" value={checklist.status} />
              {place === 0 && start}
            </span>
          }
        >
          <Steps steps={checklist.steps} reload={reload} />
        </Panel>
      ))}
    </div>
  );
}

import { api } from "@staffroom/api";
import type { Field } from "@staffroom/contract";
import { FormButton } from "@staffroom/form";
import { ChoiceTag } from "@staffroom/screen";
import { formatDate, Icon, plural } from "@staffroom/ui";
import { Moves } from "@staffroom/workflow";
import dayjs from "dayjs";
import type { ChecklistStep } from "../types";

const evidence: Field[] = [{ name: "evidenceIds", title: "Evidence", type: "files", required: true }];
const iconOf = { open: "clock", done: "check", skipped: "close" } as const;

function Needs({ step, reload }: { step: ChecklistStep; reload: () => void }) {
  if (step.status !== "open" || step.needs !== "file") return null;
  if (step.evidenceIds.length) return <span className="sr-muted">{plural(step.evidenceIds.length, "file")}</span>;
  return (
    <FormButton
      small
      label="Add file"
      icon="paperclip"
      fields={evidence}
      to={({ evidenceIds }) => api.put(`/checklists/items/${step.id}`, { field: "evidenceIds", newValue: evidenceIds })}
      onDone={reload}
    />
  );
}

/** True if a step was due before today and is not done. */
const isLate = ({ status, due }: ChecklistStep) => status === "open" && !!due && dayjs(due).isBefore(dayjs(), "day");

/** Returns the titles of the open steps that block a step. */
const waitedFor = ({ waits, waitsFor, place }: ChecklistStep, steps: readonly ChecklistStep[]) =>
  steps
    .filter(
      (other) => other.status === "open" && (waitsFor.includes(other.place) || (waits && other.place === place - 1)),
    )
    .map(({ title }) => title)
    .join(", ");

/** The steps of a checklist in order, each with its owner, its day and its actions. */
export function Steps({ steps, reload }: { steps: readonly ChecklistStep[]; reload: () => void }) {
  return (
    <ol className="people-steps sr-bare">
      {steps.map((step) => (
        <li key={step.id}>
          <Icon name={iconOf[step.status as keyof typeof iconOf] ?? "clock"} size={16} />
          <div className="people-step">
            <strong>{step.title}</strong>
            {step.help && <p className="sr-muted">{step.help}</p>}
            <span className="sr-line">
              <ChoiceTag of="/checklists/items/fields" name="owner" value={step.owner} />
              {step.due && (
                <span className={isLate(step) ? "people-step-late" : undefined}>
                  {isLate(step) ? "Overdue since" : "Due"} {formatDate(step.due)}
                </span>
              )}
              {step.blocked && step.status === "open" && (
                <span className="sr-muted">Waits for {waitedFor(step, steps)}</span>
              )}
              {step.doneByName && (
                <span className="sr-muted">
                  {step.status === "skipped" ? "Skipped by" : "Done by"} {step.doneByName}
                  {step.done && `, ${formatDate(step.done)}`}
                </span>
              )}
              {step.skippedReason && <span className="sr-muted">{step.skippedReason}</span>}
            </span>
          </div>
          <div className="sr-line">
            <Needs step={step} reload={reload} />
            <Moves size="small" moves={step.moves} onDone={reload} />
          </div>
        </li>
      ))}
    </ol>
  );
}

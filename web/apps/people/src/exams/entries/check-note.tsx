import { Icon } from "@staffroom/ui";
import { useEntryCheck, type EntryProblem } from "./check";
import "../style.css";

type Values = Readonly<Record<string, unknown>>;

/** Refusals of and warnings about an entry, one below the other. */
export const EntryProblems = ({ problems }: { problems: readonly EntryProblem[] }) =>
  problems.map(({ text, refuses }) => (
    <span key={text} className={refuses ? "sr-note-bad" : undefined}>
      <Icon name={refuses ? "close" : "alert"} size={14} /> {text}
    </span>
  ));

/** Refusals of and warnings about the entry in a form, while typing. */
function CheckNote({ values: { candidateId, examId, option, tier } }: { values: Values }) {
  const isWhole = Number(candidateId) > 0 && Number(examId) > 0;
  const { problems } = useEntryCheck(
    isWhole
      ? {
          candidateId: Number(candidateId),
          examId: Number(examId),
          option: String(option ?? "").trim(),
          tier: tier ? String(tier) : null,
        }
      : null,
  );
  return (
    <div className="exam-check" role="status" aria-live="polite">
      <EntryProblems problems={problems} />
    </div>
  );
}

export const checkNote = (values: Values) => <CheckNote values={values} />;

import { formatDate } from "@staffroom/ui";

type Predicted = {
  predictedGrade: string;
  predictedReason?: string;
  predictedBefore?: { grade: string; at: string | null; by: string; source: string } | null;
};

const none = ["", "N/A"];
export const reasonField = "predictedReason";

/** True if the predicted grade differs from the previous one: submit then needs a reason. */
export const isChanged = ({ predictedGrade, predictedBefore }: Predicted): boolean =>
  !!predictedBefore && !none.includes(predictedGrade) && predictedGrade !== predictedBefore.grade;

/** True if the field for the reason is shown. */
export const hasReason = (report: Predicted): boolean => isChanged(report) || !!report.predictedReason;

/** Returns the report for the completeness check while grade and reason are being entered. */
export const withExplained = <T extends Predicted>(report: T): T & { isChangeExplained: true | null } => ({
  ...report,
  isChangeExplained: !isChanged(report) || report.predictedReason?.trim() ? true : null,
});

/** The previously predicted grade, its author and source. */
export function PredictedBefore({ report: { predictedBefore: before } }: { report: Predicted }) {
  if (!before) return null;
  const origin = [before.by && `by ${before.by}`, before.at && formatDate(before.at)].filter(Boolean).join(", ");
  return (
    <p className="sr-muted">
      Predicted before: <b>{before.grade}</b>
      {origin && ` ${origin}`} ({before.source.toLowerCase()})
    </p>
  );
}

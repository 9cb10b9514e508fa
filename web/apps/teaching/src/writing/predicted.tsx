import { formatDate } from "@staffroom/ui";

type Predicted = {
  predictedGrade: string;
  predictedReason?: string;
  predictedBefore?: { grade: string; at: string | null; by: string; source: string } | null;
};

const none = ["", "N/A"];
export const reasonField = "predictedReason";

/** True where the predicted grade is another than the one before: submit needs a reason then. */
export const isChanged = ({ predictedGrade, predictedBefore }: Predicted): boolean =>
  !!predictedBefore && !none.includes(predictedGrade) && predictedGrade !== predictedBefore.grade;

/** True where the field of the reason is shown. */
export const hasReason = (report: Predicted): boolean => isChanged(report) || !!report.predictedReason;

/** The report as its completeness sees it while grade and reason are being entered. */
export const withExplained = <T extends Predicted>(report: T): T & { isChangeExplained: true | null } => ({
  ...report,
  isChangeExplained: !isChanged(report) || report.predictedReason?.trim() ? true : null,
});

/** The grade that was predicted before, by whom and where. */
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

/** Points are halves. */
export const pointStep = 0.5;
/** Maximum points that a mark gives or takes (`POST /file/{id}/marks`). */
export const mostPoints = 100;

/** '+2', '-0.5' in words; as `files.annotations.points` parses them. */
const inWords = /(?:^|\s)([+\-\u2212]\d{1,3}(?:[.,]5)?)(?=$|\s|\.|,|;)/g;

type Scored = { contents: string; score?: number | null };

/** Return the points stated in a text; null if there are none, or more than a mark can have. */
export function statedPoints(contents: string): number | null {
  const given = [...contents.matchAll(inWords)].map(([, number = "0"]) =>
    Number(number.replace(",", ".").replace("\u2212", "-")),
  );
  const sum = given.reduce((total, one) => total + one, 0);
  return given.length && Math.abs(sum) <= mostPoints ? sum : null;
}

/** Return the points of a mark: its own, else those stated in its text. */
export const pointsOfMark = ({ contents, score }: Scored): number | null => score ?? statedPoints(contents);

/** Return the points that a marker gave; null if there are none. */
export function pointsGiven(marks: readonly Scored[]): number | null {
  const given = marks.map(pointsOfMark).filter((one) => one !== null);
  return given.length ? given.reduce((sum, one) => sum + one, 0) : null;
}

/** Format points as on a page: '+2', '-0.5'. */
const pointsLabel = (score: number): string => `${score < 0 ? "" : "+"}${score}`;

/** Return the label of a mark's points; '' if its text states them. */
export function unseenPoints(mark: Scored): string {
  const score = pointsOfMark(mark);
  return score === null || statedPoints(mark.contents) === score ? "" : pointsLabel(score);
}

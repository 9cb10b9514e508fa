/** Points are halves. */
export const pointStep = 0.5;
/** The points that a mark gives or takes at most (`POST /file/{id}/marks`). */
export const mostPoints = 100;

/** '+2', '-0.5' in words; as `files.annotations.points` reads them. */
const inWords = /(?:^|\s)([+\-\u2212]\d{1,3}(?:[.,]5)?)(?=$|\s|\.|,|;)/g;

type Scored = { contents: string; score?: number | null };

/** Return the points that words state; null where they state none, or more than a mark has. */
export function statedPoints(contents: string): number | null {
  const given = [...contents.matchAll(inWords)].map(([, number = "0"]) =>
    Number(number.replace(",", ".").replace("\u2212", "-")),
  );
  const sum = given.reduce((total, one) => total + one, 0);
  return given.length && Math.abs(sum) <= mostPoints ? sum : null;
}

/** Return the points of a mark: those that it carries, else those that its words state. */
export const pointsOfMark = ({ contents, score }: Scored): number | null => score ?? statedPoints(contents);

/** Return the points that a marker gave; null where there are none. */
export function pointsGiven(marks: readonly Scored[]): number | null {
  const given = marks.map(pointsOfMark).filter((one) => one !== null);
  return given.length ? given.reduce((sum, one) => sum + one, 0) : null;
}

/** Return points as they stand on a page: '+2', '-0.5'. */
const pointsLabel = (score: number): string => `${score < 0 ? "" : "+"}${score}`;

/** Return the label of a mark's points; '' where its words state them. */
export function unseenPoints(mark: Scored): string {
  const score = pointsOfMark(mark);
  return score === null || statedPoints(mark.contents) === score ? "" : pointsLabel(score);
}

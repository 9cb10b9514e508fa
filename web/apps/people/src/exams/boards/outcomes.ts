import { t } from "@staffroom/language";
import { formatCount } from "@staffroom/ui";

/** The outcomes of an entry or of a file's record, in words. */
const titles: Record<string, string> = {
  added: "added",
  planned: "planned",
  changed: "changed",
  entered: "entered",
  unchanged: "as they were",
  withdrawn: "withdrawn",
  waiting: "waiting for another file",
  refused: "refused",
  accepted: "accepted",
};

export const outcomeText = (outcome: string): string => t(titles[outcome] ?? outcome);

/** Counts the outcomes: `4 added, 1 refused`. */
export const countedText = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => formatCount(count, titles[name] ?? name, titles[name] ?? name))
    .join(", ");

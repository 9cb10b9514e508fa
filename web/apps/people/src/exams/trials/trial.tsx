import { api, invalidate } from "@staffroom/api";
import type { Answer, RecordData, RecordTab } from "@staffroom/contract";
import { ActionButton, formatCount, toast, useDialogs } from "@staffroom/ui";
import { filesOf } from "../../persons/tabs";
import { fact, moves } from "../parts";

type Released = Answer<"people", "/trialexams/series/{id}/release", "post">;

/** True if the time "Results from" of a series has passed. */
const isOut = (at: unknown) => typeof at === "string" && new Date(at).getTime() <= Date.now();

/**
 * Releases a trial series' results immediately, after a question: candidates, parents and reports have them from then
 * on.
 */
export function ReleaseTrials({ record, reload }: { record: RecordData; reload: () => void }) {
  const dialogs = useDialogs();
  if (record.type !== "trial" || isOut(record.resultsAt)) return null;
  const release = async () => {
    const text = `Candidates and parents of ${String(record.name)} see the results that are marked. Term reports that are still written get them as mocks.`;
    if (!(await dialogs.ask({ title: "Release trial results?", text, yes: "Release results", no: "Not yet" }))) return;
    const { released, waiting } = await api.post<Released>(`/trialexams/series/${record.id}/release`);
    const [out, toMark] = [formatCount(released, "result", "results"), formatCount(waiting, "entry", "entries")];
    toast.success(
      waiting
        ? `Released: ${out}. Still to be marked: ${toMark}. Each is released once it is marked`
        : `Released: ${out}`,
    );
    await invalidate("/trialexams/marking");
    reload();
  };
  return <ActionButton run={release}>Release trial results</ActionButton>;
}

const ofExam: RecordTab = {
  name: "papers",
  title: "Papers and mark schemes",
  list: "/trialexams/papers",
  by: "markId",
};

/** The page of a mark, the same for the office and for tutors: the candidate's script, and the papers of the exam. */
export const markProfile = {
  thing: "/trialexams/marking",
  heading: "{candidate}: {exam}",
  badges: ["status"],
  facts: [fact("Series", "series"), fact("Marker", "marker"), "mark", "maxMark", "grade"],
  actions: moves,
  tabs: [{ ...filesOf("trialMark"), title: "Script" }, ofExam],
} as const;

/** The page of a paper with its files. */
export const paperProfile = {
  thing: "/trialexams/papers",
  heading: "{title}",
  badges: ["kind"],
  facts: [fact("Exam", "exam"), fact("Paper", "code"), fact("Series", "series"), "releasedFrom"],
  tabs: [filesOf("trialPaper")],
} as const;

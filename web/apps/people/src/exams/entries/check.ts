import { api } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { useDebounced } from "@staffroom/ui";
import { useEffect, useState } from "react";

export type EntryProblem = Answer<"people", "/exams/entries/check", "post">[number];
export type TypedEntry = {
  candidateId: number;
  examId: number;
  option?: string;
  tier?: string | null;
  entryId?: number | null;
};

/** Returns refusals of and warnings about an entry that is being typed; the server is asked once typing pauses. */
export function useEntryCheck(typed: TypedEntry | null): { problems: readonly EntryProblem[]; isAsking: boolean } {
  const now = typed ? JSON.stringify(typed) : "";
  const asked = useDebounced(now);
  const [answer, setAnswer] = useState<{ of: string; problems: readonly EntryProblem[] }>({ of: "", problems: [] });
  useEffect(() => {
    if (!asked) return undefined;
    const asking = new AbortController();
    // Saving reports the same again: without a response nothing is shown.
    api.post<EntryProblem[]>("/exams/entries/check", JSON.parse(asked) as TypedEntry, { signal: asking.signal }).then(
      (problems) => setAnswer({ of: asked, problems }),
      () => undefined,
    );
    return () => asking.abort();
  }, [asked]);
  const isAnswered = answer.of === now;
  return { problems: now && isAnswered ? answer.problems : [], isAsking: !!now && !isAnswered };
}

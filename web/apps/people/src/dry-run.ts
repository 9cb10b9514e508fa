import { useAttempt } from "@staffroom/ui";
import { useState } from "react";

/**
 * A change that is first made as a dry run, which writes nothing, and then for good, with the same entries. `result` is
 * that of the last call; `forget` drops it once the entries change.
 */
export function useDryRun<Result, Entries = void>(call: (dry: boolean, entries: Entries) => Promise<Result>) {
  const [busy, attempt] = useAttempt();
  const [answer, setAnswer] = useState<{ dry: boolean; entries: Entries; result: Result }>();
  const go = (dry: boolean, entries: Entries) =>
    void attempt(async () => setAnswer({ dry, entries, result: await call(dry, entries) }), dry ? "try" : "make");
  return {
    result: answer?.result,
    isTried: answer?.dry === true,
    isMade: answer?.dry === false,
    isTrying: busy === "try",
    isMaking: busy === "make",
    tryOut: (entries: Entries) => go(true, entries),
    make: () => answer && go(false, answer.entries),
    forget: () => setAnswer(undefined),
  };
}

/** The part of a dry run that the button for the change needs. */
export type Tried = Pick<ReturnType<typeof useDryRun>, "isMade" | "isMaking" | "make">;

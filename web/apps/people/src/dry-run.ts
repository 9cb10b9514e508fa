import { useAttempt } from "@staffroom/ui";
import { useRef, useState } from "react";

/**
 * A change that is first made as a dry run, which writes nothing, and then for good, with the same entries if `call`
 * takes them. `result` is that of the last call; `forget` drops it, also one on its way, once the entries change.
 */
export function useDryRun<Result, Entries = void>(call: (dry: boolean, entries: Entries) => Promise<Result>) {
  const [busy, attempt] = useAttempt();
  const [answer, setAnswer] = useState<{ dry: boolean; entries: Entries; result: Result }>();
  const latest = useRef(0);
  const go = (dry: boolean, entries: Entries) =>
    void attempt(
      async () => {
        latest.current += 1;
        const number = latest.current;
        const result = await call(dry, entries);
        if (number === latest.current || !dry) setAnswer({ dry, entries, result });
      },
      dry ? "try" : "make",
    );
  return {
    result: answer?.result,
    isTried: answer?.dry === true,
    isMade: answer?.dry === false,
    isTrying: busy === "try",
    isMaking: busy === "make",
    tryOut: (entries: Entries) => go(true, entries),
    make: () => answer && go(false, answer.entries),
    forget: () => {
      latest.current += 1;
      setAnswer(undefined);
    },
  };
}

/** The part of a dry run that the button for the change needs. */
export type Tried = Pick<ReturnType<typeof useDryRun>, "isMade" | "isMaking" | "make">;

import { useAttempt } from "@staffroom/ui";
import { useState } from "react";

/**
 * A change that is first made as a dry run, which writes nothing, and then for good. `done` is the answer of the last
 * call, `forget` drops it once the entries change.
 */
export function useDryRun<Result>(call: (dry: boolean) => Promise<Result>) {
  const [busy, attempt] = useAttempt();
  const [answer, setAnswer] = useState<{ dry: boolean; result: Result }>();
  const go = (dry: boolean) =>
    attempt(async () => setAnswer({ dry, result: await call(dry) }), dry ? "trying" : "making");
  return {
    result: answer?.result,
    isTried: answer?.dry === true,
    isMade: answer?.dry === false,
    isTrying: busy === "trying",
    isMaking: busy === "making",
    tryOut: () => void go(true),
    make: () => void go(false),
    forget: () => setAnswer(undefined),
  };
}

import { useCallback, useState, type ReactNode } from "react";

/** Asks by a dialog that `draw` renders, and waits for the response: null if it is closed. */
export function useQuestion<Question, Reply>(
  draw: (question: Question, answer: (reply: Reply | null) => void) => ReactNode,
): [ask: (question: Question) => Promise<Reply | null>, dialog: ReactNode] {
  const [open, setOpen] = useState<{ question: Question; answer: (reply: Reply | null) => void } | null>(null);
  const ask = useCallback(
    (question: Question) =>
      new Promise<Reply | null>((resolve) => {
        setOpen({
          question,
          answer: (reply) => {
            setOpen(null);
            resolve(reply);
          },
        });
      }),
    [],
  );
  return [ask, open && draw(open.question, open.answer)];
}

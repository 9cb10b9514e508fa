import type { Move } from "@staffroom/contract";
import { toast } from "@staffroom/ui";
import { tellMoved, undoIn } from "@staffroom/workflow";
import { useNavigate } from "react-router";

/** The result of a slip's or report's move, in words. */
const brings: Readonly<Record<string, string>> = {
  check: "It waits for approval now",
  approve: "The student and their clients hear of it in a few minutes",
  checkAndApprove: "The student and their clients hear of it in a few minutes",
  return: "The tutor has the reason and writes on",
  takeBack: "The office has it again. The tutor has nothing to do",
  review: "The slip is marked as reviewed",
};

/** Announces the result of a move, with its Undo; after a submit `tellSubmitted` names the next one to write. */
export function useTell(tellSubmitted: (go: (address: string) => void) => Promise<void>) {
  const navigate = useNavigate();
  return (move: Move, answer: unknown, onUndo: (path: string) => void) => {
    const text = brings[move.name];
    const undo = undoIn(answer);
    if (move.name === "submit")
      void tellSubmitted((address) => void navigate(address)).catch(() => toast.success("Submitted"));
    else if (text && undo) toast.undoable(text, () => onUndo(undo), { title: move.title });
    else if (text) toast.success(text, undefined, move.title);
    else tellMoved(move, answer, onUndo);
  };
}

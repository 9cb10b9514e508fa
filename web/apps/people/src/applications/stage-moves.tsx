import type { Move, RecordData } from "@staffroom/contract";
import { Moves, MovesMenu } from "@staffroom/workflow";

/** Moves from one open stage to another. */
const between = new Set(["receive", "screen", "invite", "trial", "askReferences", "check", "offer"]);

/** The moves of a record: those between open stages in a menu, the others as buttons. */
export function StageMoves({ record, reload }: { record: RecordData; reload: () => void }) {
  const moves = (record.moves ?? []) as Move[];
  const stages = moves.filter(({ name }) => between.has(name));
  return (
    <>
      {stages.length > 0 && (
        <MovesMenu moves={stages} onDone={reload}>
          Change stage
        </MovesMenu>
      )}
      <Moves moves={moves.filter(({ name }) => !between.has(name))} onDone={reload} />
    </>
  );
}

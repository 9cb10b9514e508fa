import type { Move, RecordData } from "@staffroom/contract";
import { Moves } from "@staffroom/workflow";

/** The moves of an entry, a packet, a session or a duty, as buttons of its page. */
export function RecordMoves({ record, reload }: { record: RecordData; reload: () => void }) {
  return <Moves moves={(record.moves ?? []) as Move[]} onDone={reload} />;
}

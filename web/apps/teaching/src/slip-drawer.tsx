import { RecordDrawer } from "@staffroom/screen";
import { SlipMoves } from "./slip-moves";
import { SlipView } from "./slip-view";
import type { Slip } from "./types";

/** One slip to read and judge, beside the list; the address names it. */
export function SlipDrawer({ id, onClose }: { id: number | null; onClose: () => void }) {
  return (
    <RecordDrawer<Slip>
      thing="/slip"
      list="/slips"
      called="The slip"
      id={id}
      heading="{title}"
      statusOf={({ slipMeta }) => slipMeta.status}
      fields={false}
      footer={({ moves, title }, reload) => moves.length > 0 && (
        <SlipMoves
          moves={moves}
          title={title}
          onDone={(move) => {
            if (move.name === "delete") onClose();
            reload();
          }}
        />
      )}
      onClose={onClose}
    >
      {(slip) => <SlipView slip={slip} />}
    </RecordDrawer>
  );
}

import { useApi } from "@staffroom/api";
import { ErrorState, LoadingState, StatusTag } from "@staffroom/ui";
import { Drawer } from "antd";
import { SlipMoves } from "./slip-moves";
import { SlipView } from "./slip-view";
import { statusColor, statusLabel, type Slip } from "./types";

/** One slip to read and judge, beside the list; the address names it. */
export function SlipDrawer({ id, onClose, onChanged }: { id: number | null; onClose: () => void; onChanged: () => void }) {
  const slip = useApi<Slip>(`/slip/${id}`, undefined, { enabled: id !== null });
  const shown = id === null ? undefined : slip.data;
  const status = shown?.slipMeta.status ?? "";
  return (
    <Drawer
      open={id !== null}
      onClose={onClose}
      size={760}
      title={
        shown && (
          <span className="tea-drawer-title">
            {shown.title}
            <StatusTag label={statusLabel[status] ?? status} color={statusColor[status]} />
          </span>
        )
      }
      footer={
        shown && shown.moves.length > 0 && (
          <SlipMoves
            moves={shown.moves}
            title={shown.title}
            onDone={(move) => {
              onChanged();
              if (move.name === "delete") onClose();
            }}
          />
        )
      }
    >
      {shown && <SlipView slip={shown} />}
      {!shown && slip.error && <ErrorState error={slip.error} title="The slip did not load" onRetry={() => void slip.refetch()} />}
      {!shown && !slip.error && id !== null && <LoadingState rows={10} />}
    </Drawer>
  );
}

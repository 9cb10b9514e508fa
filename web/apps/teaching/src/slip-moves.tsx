import { api } from "@staffroom/api";
import type { Move } from "@staffroom/contract";
import { attempt, Icon, toast, useDialogs, useOpenRecord } from "@staffroom/ui";
import { Moves } from "@staffroom/workflow";
import { Button } from "antd";
import { useNavigate } from "react-router";
import type { Slip } from "./types";

type Props = { moves: readonly Move[]; title: string; onDone: (move: Move) => void; size?: "small" | "middle" };

const buttons = { yes: "Delete slip", no: "Keep slip", danger: true };

/** The moves of a slip; deleting asks twice (teaching.md 4). */
export function SlipMoves({ moves, title, onDone, size }: Props) {
  const dialogs = useDialogs();
  const deletion = moves.find((move) => move.name === "delete");

  const remove = async (move: Move) => {
    if (!(await dialogs.ask({ title: "Delete slip?", text: `Are you sure you wish to delete the slip ${title}?`, ...buttons }))) return;
    if (!(await dialogs.ask({ title: "Delete slip?", text: "What the tutor wrote will be gone from every list. Delete it?", ...buttons }))) return;
    if (!(await attempt(() => api.send(move.method, move.path)))) return;
    toast.success();
    onDone(move);
  };

  return (
    <div className="tea-moves">
      <Moves moves={moves.filter((move) => move !== deletion)} onDone={onDone} size={size} />
      {deletion && <Button danger size={size} onClick={() => void remove(deletion)}>{deletion.title}</Button>}
    </div>
  );
}

/** The moves of the open slip, and its form where there is something to write; deleting it closes the drawer. */
export function SlipFoot({ slip, onDone }: { slip: Slip; onDone: () => void }) {
  const [, open] = useOpenRecord("slip");
  const navigate = useNavigate();
  return (
    <div className="tea-moves">
      <SlipMoves
        moves={slip.moves}
        title={slip.title}
        onDone={(move) => {
          if (move.name === "delete") open(null);
          onDone();
        }}
      />
      {slip.may.edit.length > 0 && <Button icon={<Icon name="pencil" size={15} />} onClick={() => void navigate(`/slips/${slip.id}/write`)}>Write</Button>}
    </div>
  );
}

import { api, appName } from "@staffroom/api";
import type { Move, Page } from "@staffroom/contract";
import { attempt, toast, useDialogs, useOpenRecord } from "@staffroom/ui";
import { Moves } from "@staffroom/workflow";
import { Button } from "antd";
import { useTell } from "../parts/use-tell";
import { WriteButton } from "../parts/write-button";
import type { Slip } from "./types";

type Props = {
  moves: readonly Move[];
  title: string;
  slip?: Pick<Slip, "id" | "tutorial">;
  onDone: (move: Move) => void;
  onRefused?: (error: unknown, move: Move) => boolean;
  size?: "small" | "middle";
};

const toWrite = appName === "client" ? "/slips/to-write" : "/academic-office/late-slips";

/** Announces that a slip was submitted, and the next one: of the same tutorial first. */
async function tellSubmitted(slip: Props["slip"], go: (address: string) => void): Promise<void> {
  const waiting = (query: Record<string, string>) =>
    api.page<Page>("/slip/unwritten", { query: { ...query, sort: "start", page: 1, pageSize: 10 } });
  const event = slip?.tutorial?.id;
  const ofEvent = event ? await waiting({ eventId: String(event) }) : undefined;
  // Someone who sees everybody's late slips has no next one.
  const own = ofEvent?.total || appName !== "client" ? undefined : await waiting({});
  const next = ofEvent?.data[0] ?? own?.data[0];
  if (!next)
    return void toast.success(
      appName === "client" ? "Submitted. Every slip is written" : "Submitted. The office checks it next",
    );
  const left = ofEvent?.total ? `${ofEvent.total} left of this tutorial` : `${own?.total} left to write`;
  const address = next.slipId ? `/slips/${Number(next.slipId)}/write` : `${toWrite}?tutorial=${Number(next.id)}`;
  toast.success(`Submitted. Next: ${String(next.student)}, ${left}`, { label: "Write", run: () => go(address) });
}

/** The moves of a slip; deleting asks twice (teaching.md 4). */
export function SlipMoves({ moves, title, slip, onDone, onRefused, size }: Props) {
  const dialogs = useDialogs();
  const deletion = moves.find((move) => move.name === "delete");
  const tell = useTell((go) => tellSubmitted(slip, go));
  const remove = async (move: Move) => {
    const ask = (text: string) =>
      dialogs.ask({ title: "Delete slip?", text, yes: "Delete slip", no: "Keep slip", danger: true });
    if (!(await ask(`Are you sure you wish to delete the slip ${title}?`))) return;
    if (!(await ask("The tutor's text will disappear from every list. Delete it?"))) return;
    if (!(await attempt(() => api.send(move.method, move.path)))) return;
    toast.success(move.done);
    onDone(move);
  };

  return (
    <div className="tea-moves">
      <Moves
        moves={moves.filter((move) => move !== deletion)}
        onDone={onDone}
        onRefused={onRefused}
        tell={tell}
        size={size}
      />
      {deletion && (
        <Button danger size={size} onClick={() => void remove(deletion)}>
          {deletion.title}
        </Button>
      )}
    </div>
  );
}

/** The moves of the open slip, and its form if there is something to write; deleting it closes the drawer. */
export function SlipFoot({ slip, onDone }: { slip: Slip; onDone: () => void }) {
  const [, open] = useOpenRecord("slip");
  return (
    <div className="tea-moves">
      <SlipMoves
        moves={slip.moves}
        title={slip.title}
        slip={slip}
        onDone={(move) => {
          if (move.name === "delete") open(null);
          onDone();
        }}
      />
      <WriteButton record={slip} to={`/slips/${slip.id}/write`} />
    </div>
  );
}

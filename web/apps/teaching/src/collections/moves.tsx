import { api } from "@staffroom/api";
import type { Move } from "@staffroom/contract";
import { toast, useAttempt, useDialogs, useOpenRecord } from "@staffroom/ui";
import { Moves } from "@staffroom/workflow";
import { Button } from "antd";
import { PdfButton } from "../parts/pdf-button";
import { WriteButton } from "../parts/write-button";
import { collectionDrawer } from "./drawer";
import type { Collection } from "./types";

type MovesProps = { report: Collection; onDone: () => void; onRefused?: (error: unknown, move: Move) => boolean };

/** Submit and approve, with delete and the PDF next to them. */
export function CollectionActions({ report, onDone, onRefused, onDeleted }: MovesProps & { onDeleted: () => void }) {
  return (
    <>
      <DeleteCollection report={report} onDone={onDeleted} />
      <PdfButton path={`/collectionreport/${report.id}`} />
      <Moves moves={report.moves} onDone={onDone} onRefused={onRefused} />
    </>
  );
}

/** Deletes a draft after only one question, because little is lost. */
function DeleteCollection({ report, onDone }: { report: Collection; onDone: () => void }) {
  const dialogs = useDialogs();
  const [busy, attempt] = useAttempt();
  if (!report.may.delete) return null;
  const remove = async () => {
    if (!(await dialogs.askDelete(report.title))) return;
    await attempt(async () => {
      await api.delete(`/collectionreport/${report.id}`);
      toast.success("Collection report deleted");
      onDone();
    });
  };
  return (
    <Button danger loading={busy !== null} onClick={() => void remove()}>
      Delete
    </Button>
  );
}

/** The footer of the drawer: the moves, and the interview view if there is something to write. */
export function CollectionFoot({ report, onDone }: { report: Collection; onDone: () => void }) {
  const [, open] = useOpenRecord(collectionDrawer.param);
  return (
    <div className="tea-moves">
      <CollectionActions
        report={report}
        onDone={onDone}
        onDeleted={() => {
          open(null);
          onDone();
        }}
      />
      <WriteButton record={report} to={`/collectionreports/${report.id}/write`} />
    </div>
  );
}

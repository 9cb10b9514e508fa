import { api, invalidate } from "@staffroom/api";
import type { Answer, Choice, Move, Shape } from "@staffroom/contract";
import { tellLater } from "@staffroom/list";
import { Icon, toast, useAttempt, useDialogs, useOpenRecord, Widget } from "@staffroom/ui";
import { Moves } from "@staffroom/workflow";
import { Button, Dropdown } from "antd";
import { useState } from "react";
import { useNavigate } from "react-router";
import { collectionDrawer } from "./drawer";
import type { Collection } from "./types";

type MovesProps = { report: Collection; onDone: () => void; onRefused?: (error: unknown, move: Move) => boolean };

/** Submit and approve, with delete and the PDF beside them. */
export function CollectionActions({ report, onDone, onRefused, onDeleted }: MovesProps & { onDeleted: () => void }) {
  return (
    <>
      <DeleteCollection report={report} onDone={onDeleted} />
      <CollectionPdf report={report} />
      <Moves moves={report.moves} onDone={onDone} onRefused={onRefused} />
    </>
  );
}

/** Deletes a draft; it asks once, since hardly anything is lost. */
function DeleteCollection({ report, onDone }: { report: Collection; onDone: () => void }) {
  const dialogs = useDialogs();
  const [busy, attempt] = useAttempt();
  if (!report.may.delete) return null;
  const remove = async () => {
    if (!(await dialogs.askDelete(report.title))) return;
    await attempt(async () => {
      await api.delete(`/collectionreport/${report.id}`);
      toast.success("Collection report deleted");
      void invalidate("/collectionreports");
      onDone();
    });
  };
  return <Button danger loading={busy !== null} onClick={() => void remove()}>Delete</Button>;
}

/** The PDF of a report, shown over the screen. */
function CollectionPdf({ report }: { report: Collection }) {
  const [busy, attempt] = useAttempt();
  const [pdf, setPdf] = useState<number | null>(null);
  const show = () => attempt(async () => setPdf((await api.get<Answer<"teaching", "/collectionreport/{id}/pdf">>(`/collectionreport/${report.id}/pdf`)).pdfId));
  return (
    <>
      <Button icon={<Icon name="file-text" size={15} />} loading={busy !== null} onClick={() => void show()}>PDF</Button>
      {pdf !== null && <Widget name="viewer" props={{ files: [pdf], current: pdf, onClose: () => setPdf(null) }} />}
    </>
  );
}

/** The foot of the drawer: the moves, and the interview view where there is something to write. */
export function CollectionFoot({ report, onDone }: { report: Collection; onDone: () => void }) {
  const [, open] = useOpenRecord(collectionDrawer.param);
  const navigate = useNavigate();
  return (
    <div className="tea-moves">
      <CollectionActions report={report} onDone={onDone} onDeleted={() => { open(null); onDone(); }} />
      {report.may.edit.length > 0 && <Button icon={<Icon name="pencil" size={15} />} onClick={() => void navigate(`/collectionreports/${report.id}/write`)}>Write</Button>}
    </div>
  );
}

/** Of a selection: one PDF with all of them, or a ZIP; a toast has the file when it is ready. */
export function PrintCollections({ choice }: { choice: Choice }) {
  const [busy, attempt] = useAttempt();
  const print = (format: string) =>
    attempt(async () => {
      const { id } = await api.post<Shape<"teaching", "Started">>("/collectionreports/print", { ...choice, format });
      tellLater({ id, title: "Print" });
      toast.success("The reports are being printed. The file is offered here when it is ready");
    });
  return (
    <Dropdown trigger={["click"]} menu={{ items: [{ key: "pdf", label: "One PDF" }, { key: "zip", label: "ZIP with a PDF of each" }], onClick: ({ key }) => void print(key) }}>
      <Button size="small" loading={busy !== null} icon={<Icon name="file-text" size={14} />}>Print</Button>
    </Dropdown>
  );
}

import { api, invalidate } from "@staffroom/api";
import { PdfButton } from "@staffroom/ui";
import { Button } from "antd";
import type { Entry } from "../types";
import { WriteBack } from "./write-back";

/** What a reviewer does with an entry besides its moves. */
export function EntryActions({ entry }: { entry: Entry }) {
  return (
    <>
      <PdfButton load={() => pdfOf(entry.id)} />
      {entry.may.review && <WriteBack entry={entry} onDone={() => void invalidate(`/form/entry/${entry.id}`)} />}
      <Button href={`#/form/entry/${entry.id}/staff`}>Open entry</Button>
    </>
  );
}

/** Has the PDF of an entry made, and answers the id of its file. */
export const pdfOf = async (id: number): Promise<number> => (await api.get<{ pdfId: number }>(`/form/entry/${id}/pdf`)).pdfId;

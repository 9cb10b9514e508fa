import type { WidgetProps } from "@staffroom/contract";
import { api, plainErrorText, saveAs } from "@staffroom/api";
import { Answered, useDialogs } from "@staffroom/ui";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { loadBytes, type FileDetails } from "./load";
import PdfPages from "./pdf-pages";
import { printPdf } from "./print";
import type { PdfSource } from "../reader/pdf-source";
import "../style.css";

/** The pages of a PDF inside another screen; with `marks` the reader and its drawing layer. */
export default function Pdf({ fileId, name, marks }: WidgetProps["pdf"]) {
  const query = useQuery({
    queryKey: [`/file/${fileId}`, "pdf"],
    queryFn: ({ signal }) => api.get<FileDetails>(`/file/${fileId}/details`, { signal }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  return (
    <Answered query={query} rows={10} title={`${name} did not load`}>
      {(file) => <Opened file={file} name={name} plain={!marks} />}
    </Answered>
  );
}

function Opened({ file, name, plain }: { file: FileDetails; name: string; plain: boolean }) {
  const dialogs = useDialogs();
  const source = useMemo<PdfSource>(() => ({ id: file.id, size: file.size }), [file]);
  const bytes = (give: (blob: Blob) => void) => {
    loadBytes(file)
      .then(give)
      .catch((error: unknown) => void dialogs.say("error", "The file did not load", plainErrorText(error)));
  };
  return (
    <PdfPages
      fileId={file.id}
      source={source}
      name={name}
      plain={plain}
      save={() => bytes((blob) => saveAs(blob, name))}
      print={() => bytes(printPdf)}
    />
  );
}

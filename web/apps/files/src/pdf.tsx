import type { WidgetProps } from "@staffroom/contract";
import { Answered } from "@staffroom/ui";
import { saveAs } from "@staffroom/api";
import { useQuery } from "@tanstack/react-query";
import { loadFile } from "./load";
import PdfPages from "./pdf-pages";
import "./style.css";

const unwatched = () => undefined;

/** The pages of a PDF inside another screen. */
export default function Pdf({ fileId, name }: WidgetProps["pdf"]) {
  const query = useQuery({
    queryKey: [`/file/${fileId}`, "pdf"],
    queryFn: ({ signal }) => loadFile(fileId, unwatched, signal),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  return (
    <Answered query={query} rows={10} title={`${name} did not load`}>
      {({ blob }) => <PdfPages file={blob} name={name} save={() => saveAs(blob, name)} />}
    </Answered>
  );
}

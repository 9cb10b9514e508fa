import { seldomChanged, useApis } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { FileIcon, Widget } from "@staffroom/ui";
import { useState } from "react";

type Details = Answer<"files", "/file/{id}/details">;

/**
 * Files of homework by name; one opens over the screen. Without the file service they are numbers, and open once it is
 * available.
 */
export function HomeworkFiles({ ids, empty }: { ids: readonly number[]; empty?: string }) {
  const details = useApis<Details>(
    ids.map((id) => `/file/${id}/details`),
    seldomChanged,
  );
  const [shown, setShown] = useState<number | null>(null);
  if (!ids.length) return empty ? <span className="sr-muted">{empty}</span> : null;
  return (
    <div className="sr-files">
      {ids.map((id, place) => {
        const file = details[place]?.data;
        const name = file ? `${file.name}.${file.extension}` : "File";
        return (
          <button type="button" key={id} className="sr-file tea-link" onClick={() => setShown(id)}>
            <FileIcon name={name} /> {name}
          </button>
        );
      })}
      {shown !== null && <Widget name="viewer" props={{ files: ids, current: shown, onClose: () => setShown(null) }} />}
    </div>
  );
}

/** The PDFs among files, read and marked in place. */
export function InlinePdfs({ ids }: { ids: readonly number[] }) {
  const details = useApis<Details>(
    ids.map((id) => `/file/${id}/details`),
    seldomChanged,
  );
  return details.flatMap(({ data }, place) =>
    data?.extension === "pdf"
      ? [
          <section key={data.id} className="tea-inline-pdf" aria-label={`${data.name}.pdf`}>
            <Widget name="pdf" props={{ fileId: ids[place] as number, name: `${data.name}.pdf`, marks: true }} />
          </section>,
        ]
      : [],
  );
}

import { useApi } from "@staffroom/api";
import { Answered, Dialog, StatePanel } from "@staffroom/ui";
import { Select } from "antd";
import { useState } from "react";
import type { Compared, LibraryFile, Version } from "../types";

const marks = { same: "span", added: "ins", removed: "del" } as const;

type CompareDialogProps = {
  file: LibraryFile;
  versions: readonly Version[];
  onClose: () => void;
};

/** The words that differ between two versions of a text or PDF. */
export function CompareDialog({ file, versions, onClose }: CompareDialogProps) {
  const [latest, before] = versions;
  const [from, setFrom] = useState(before?.number ?? 1);
  const [to, setTo] = useState(latest?.number ?? 1);
  const query = useApi<Compared>(
    `/file/${file.id}/compare`,
    { from, to },
    {
      refetchInterval: ({ state }: { state: { data?: Compared } }) => (state.data?.state === "waiting" ? 1000 : false),
    },
  );
  const options = versions.map(({ number, note }) => ({
    value: number,
    label: `Version ${number}${note && `, ${note}`}`,
  }));
  return (
    <Dialog open width={860} title={`Compare versions of ${file.name}`} footer={null} onCancel={onClose}>
      <div className="lib-compare">
        <label htmlFor="lib-from">
          From <Select id="lib-from" value={from} options={options} onChange={setFrom} popupMatchSelectWidth={false} />
        </label>
        <label htmlFor="lib-to">
          To <Select id="lib-to" value={to} options={options} onChange={setTo} popupMatchSelectWidth={false} />
        </label>
      </div>
      <Answered query={query} rows={8}>
        {(found) => {
          if (found.state === "waiting")
            return (
              <StatePanel compact icon="clock" title="The texts are being read" text="This takes a few seconds." />
            );
          if (found.state === "none")
            return <StatePanel compact icon="file" title="Nothing to compare" text={found.reason} />;
          if (found.added + found.removed === 0)
            return (
              <StatePanel
                compact
                icon="check"
                title="No difference"
                text="The words of the two versions are the same."
              />
            );
          return (
            <>
              <p role="status">
                {found.added} {found.added === 1 ? "word" : "words"} added, {found.removed} removed
              </p>
              <div className="lib-difference">
                {found.blocks.map((block, at) =>
                  block.kind === "skipped" ? (
                    // oxlint-disable-next-line react/no-array-index-key -- the paragraphs of a difference keep their places
                    <p key={at} className="sr-muted lib-skipped">
                      {block.count} {block.count === 1 ? "paragraph" : "paragraphs"} unchanged
                    </p>
                  ) : (
                    // oxlint-disable-next-line react/no-array-index-key -- as above
                    <p key={at}>
                      {block.parts.map(({ kind, text }, place) => {
                        const Mark = marks[kind];
                        // oxlint-disable-next-line react/no-array-index-key -- as above
                        return <Mark key={place}>{text} </Mark>;
                      })}
                    </p>
                  ),
                )}
              </div>
            </>
          );
        }}
      </Answered>
    </Dialog>
  );
}

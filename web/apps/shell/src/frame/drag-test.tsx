import { FileIcon, formatBytes, Icon, PageHeader, Panel, PlainTable, uploadProblem } from "@staffroom/ui";
import { Button } from "antd";
import { useRef, useState, type DragEvent } from "react";

/** Shows type and size of dropped files, and whether they would be accepted. Nothing is sent. */
export default function DragTest() {
  const [files, setFiles] = useState<File[]>([]);
  const [over, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const add = (list: FileList | null) => setFiles((now) => [...now, ...(list ?? [])]);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    add(event.dataTransfer.files);
  };
  return (
    <div className="sr-drag-page">
      <PageHeader
        title="Drag test"
        subtitle="Nothing is uploaded here"
        actions={files.length > 0 && <Button onClick={() => setFiles([])}>Clear</Button>}
      />
      <Panel>
        <button
          type="button"
          className="sr-drop"
          data-over={over || undefined}
          onClick={() => chooser.current?.click()}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={onDrop}
        >
          <Icon name="upload" size={24} />
          <b>Drop files here</b>
          <span className="sr-muted">or press to choose them</span>
        </button>
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          aria-label="Choose files"
          onChange={(event) => add(event.target.files)}
        />
        {files.length > 0 && (
          <PlainTable
            rows={files}
            keyOf={(_, place) => place}
            columns={[
              {
                title: "File",
                cell: ({ name }) => (
                  <>
                    <FileIcon name={name} /> {name}
                  </>
                ),
              },
              { title: "Type", cell: ({ type }) => type || "unknown" },
              { title: "Size", cell: ({ size }) => formatBytes(size), className: "sr-num" },
              { title: "Accepted", cell: (file) => <Acceptance problem={uploadProblem(file)} /> },
            ]}
          />
        )}
      </Panel>
    </div>
  );
}

const Acceptance = ({ problem }: { problem: string | null }) => (
  <span className={problem ? "sr-note-bad" : "sr-note-good"}>{problem ?? "Yes"}</span>
);

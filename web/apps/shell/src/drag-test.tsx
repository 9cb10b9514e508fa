import { FileIcon, formatBytes, Icon, PageHeader, Panel, uploadProblem } from "@staffroom/ui";
import { Button } from "antd";
import { useRef, useState, type DragEvent } from "react";

/** Drop files, see type, size and whether they would be accepted. Nothing is sent. */
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
          onDragOver={(event) => { event.preventDefault(); setOver(true); }}
          onDragLeave={() => setOver(false)}
          onDrop={onDrop}
        >
          <Icon name="upload" size={24} />
          <b>Drop files here</b>
          <span className="sr-muted">or press to choose them</span>
        </button>
        <input ref={chooser} type="file" multiple hidden aria-label="Choose files" onChange={(event) => add(event.target.files)} />
        {files.length > 0 && (
          <table className="sr-drop-list">
            <thead><tr><th scope="col">File</th><th scope="col">Type</th><th scope="col">Size</th><th scope="col">Accepted</th></tr></thead>
            <tbody>
              {files.map((file, index) => {
                const problem = uploadProblem(file);
                return (
                  // oxlint-disable-next-line react/no-array-index-key -- the same file may be dropped twice
                  <tr key={index}>
                    <td><FileIcon name={file.name} /> {file.name}</td>
                    <td>{file.type || "unknown"}</td>
                    <td className="sr-num">{formatBytes(file.size)}</td>
                    <td className={problem ? "sr-note-bad" : "sr-note-good"}>{problem ?? "Yes"}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        )}
      </Panel>
    </div>
  );
}

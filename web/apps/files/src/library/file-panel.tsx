import { api, download, useApi, useRecord } from "@staffroom/api";
import type { RecordData } from "@staffroom/contract";
import { FieldSections } from "@staffroom/form";
import { Answered, attempt, formatBytes, formatDateTime, Icon, IconButton, StatePanel, toast, useDialogs } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import { NewVersion } from "./new-version";
import { libraryChanged, nameOf, type LibraryFile, type Version } from "./types";

/** The details of a file beside its folder: what can be changed, and its versions. */
export function FilePanel({ file, edits, details, onView, onClose }: {
  file: LibraryFile; edits: boolean; details: boolean; onView: () => void; onClose: () => void;
}) {
  const record = useRecord<RecordData>(`/file/${file.id}/details`);
  return (
    <aside className="lib-panel" aria-label={`Details of ${file.name}`}>
      <header>
        <h2>{file.name}</h2>
        <IconButton icon="close" size={15} label="Close the details" onClick={onClose} />
      </header>
      <p className="sr-muted">{file.extension.toUpperCase()}, {formatBytes(file.size)}, version {file.number}, by {file.uploadedBy}</p>
      <Button block type="primary" icon={<Icon name="external" size={14} />} onClick={onView}>Open file</Button>
      <Answered query={record} rows={6} compact>
        {(data) => <FieldSections thing="/file" path={`/file/${file.id}`} record={data} onSaved={libraryChanged} />}
      </Answered>
      {details && <Versions file={file} edits={edits} />}
    </aside>
  );
}

function Versions({ file, edits }: { file: LibraryFile; edits: boolean }) {
  const dialogs = useDialogs();
  const query = useApi<Version[]>(`/file/${file.id}/versions`);
  const [isAdding, setAdding] = useState(false);
  const restore = async ({ versionId, number }: Version) => {
    const yes = await dialogs.ask({ title: `Restore version ${number}?`, text: `Version ${number} becomes the latest one again; all others stay.`, yes: "Restore version" });
    if (!yes || !(await attempt(() => api.post(`/version/${versionId}/restore`)))) return;
    libraryChanged();
    toast.success(`Version ${number} is the latest one again`);
  };
  return (
    <section className="lib-versions" aria-label="Versions">
      <header>
        <h3>Versions</h3>
        {edits && <Button size="small" icon={<Icon name="upload" size={13} />} disabled={file.locked} title={file.locked ? "This file is locked. Unlock it before you add a version." : undefined} onClick={() => setAdding(true)}>New version</Button>}
      </header>
      <Answered query={query} rows={3} compact>
        {(versions) => (versions.length === 0
          ? <StatePanel compact icon="history" title="No versions" text="" />
          : (
            <ol>
              {versions.map((version) => (
                <li key={version.versionId}>
                  <span className="lib-version-text">
                    <b>Version {version.number}{version.latest && ", latest"}</b>
                    <span className="sr-muted">{formatDateTime(version.createdAt)}, {version.uploadedBy}, {formatBytes(version.size)}</span>
                    {version.note && <span>{version.note}</span>}
                  </span>
                  <IconButton icon="download" size={14} label={`Download version ${version.number}`} onClick={() => void attempt(() => download(`/version/${version.versionId}/download`, nameOf(version)))} />
                  {edits && !version.latest && <IconButton icon="undo" size={14} label={`Restore version ${version.number}`} onClick={() => void restore(version)} />}
                </li>
              ))}
            </ol>
          ))}
      </Answered>
      {isAdding && <NewVersion file={file} onClose={() => setAdding(false)} />}
    </section>
  );
}

import { useRecord } from "@staffroom/api";
import { Answered, Dialog, Icon } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import { withSeveral, type Refusals } from "./several";
import { folderPath, nameOf, type Folder, type LibraryFile } from "./types";

/** Chooses the folder into which files go: one walks through the library to it. */
export function MoveDialog({ files, from, onClose }: { files: readonly LibraryFile[]; from: Folder; onClose: (result: Refusals | "done" | null) => void }) {
  const [at, setAt] = useState(from.parentFolderId ?? from.id);
  const query = useRecord<Folder>(folderPath(at));
  const [first] = files;
  const may = query.data?.level === "administrator" && at !== from.id;
  const move = async () => {
    const result = await withSeveral("move", files.map(({ id }) => id), { folderId: at });
    if (result) onClose(result);
  };
  return (
    <Dialog
      open
      title={files.length === 1 && first ? `Move ${nameOf(first)}` : `Move ${files.length} files`}
      onCancel={() => onClose(null)}
      footer={
        <>
          <Button onClick={() => onClose(null)}>Go back</Button>
          <Button type="primary" disabled={!may} title={may ? undefined : "Choose another folder of which you are an administrator"} onClick={() => void move()}>Move here</Button>
        </>
      }
    >
      <Answered query={query} rows={5}>
        {(folder) => (
          <div className="lib-choose">
            <nav aria-label="Way to the folder" className="lib-way">
              {folder.breadcrumbs.map(({ id, name }, place) => (
                <span key={id}>
                  {place > 0 && <Icon name="chevron-right" size={13} />}
                  {id === at ? <b aria-current="page">{name}</b> : <button type="button" className="lib-link" onClick={() => setAt(id)}>{name}</button>}
                </span>
              ))}
            </nav>
            <ul>
              {folder.subfolders.map(({ id, name }) => (
                <li key={id}><Icon name="folder" size={16} /> <button type="button" className="lib-link" onClick={() => setAt(id)}>{name}</button></li>
              ))}
              {!folder.subfolders.length && <li className="sr-muted">No folders in here</li>}
            </ul>
          </div>
        )}
      </Answered>
    </Dialog>
  );
}

import { api, useRecord } from "@staffroom/api";
import { Answered, attempt, Dialog, Icon, toast } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import { folderPath, libraryChanged, nameOf, type Folder, type LibraryFile, type Moved } from "./types";

/** Moves files into a folder and says what became of them. */
export async function moveFiles(ids: readonly number[], folderId: number): Promise<boolean> {
  let results: Moved[] = [];
  const done = await attempt(async () => {
    results = await api.post<Moved[]>("/library/move", { fileIds: ids, folderId });
  });
  if (!done) return false;
  libraryChanged();
  const moved = results.filter(({ done: isMoved }) => isMoved).length;
  const refused = results.find(({ done: isMoved }) => !isMoved);
  if (moved) toast.success(moved === 1 ? "1 file moved" : `${moved} files moved`);
  if (refused) toast.refusal(refused.reason, refused.name || "A file");
  return true;
}

/** Chooses the folder into which files go: one walks through the library to it. */
export function MoveDialog({ files, from, onClose }: { files: readonly LibraryFile[]; from: Folder; onClose: (done: boolean) => void }) {
  const [at, setAt] = useState(from.parentFolderId ?? from.id);
  const query = useRecord<Folder>(folderPath(at));
  const [first] = files;
  const may = query.data?.level === "administrator" && at !== from.id;
  const move = async () => {
    if (await moveFiles(files.map(({ id }) => id), at)) onClose(true);
  };
  return (
    <Dialog
      open
      title={files.length === 1 && first ? `Move ${nameOf(first)}` : `Move ${files.length} files`}
      onCancel={() => onClose(false)}
      footer={
        <>
          <Button onClick={() => onClose(false)}>Go back</Button>
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

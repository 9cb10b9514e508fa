import { api, useRecord } from "@staffroom/api";
import { Answered, attempt, Dialog, Icon, toast } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import { withSeveral, type Refusals } from "./several";
import { folderPath, libraryChanged, nameOf, type Folder, type LibraryFile } from "../types";

type MoveDialogProps = {
  files: readonly LibraryFile[];
  from: Folder;
  onClose: (result: Refusals | "done" | null) => void;
};

/** Chooses the target folder for files by browsing the library. */
export function MoveDialog({ files, from, onClose }: MoveDialogProps) {
  const [first] = files;
  const move = async (folderId: number) => {
    const result = await withSeveral(
      "move",
      files.map(({ id }) => id),
      { folderId },
    );
    if (result) onClose(result);
  };
  return (
    <FolderChoice
      title={files.length === 1 && first ? `Move ${nameOf(first)}` : `Move ${files.length} files`}
      first={from.parentFolderId ?? from.id}
      refused={({ id }) => id === from.id}
      onChoose={move}
      onClose={() => onClose(null)}
    />
  );
}

/** Chooses the target folder for another folder: neither itself nor one below it. */
export function MoveFolderDialog({ folder, onClose }: { folder: Folder; onClose: () => void }) {
  const move = (folderId: number) =>
    attempt(async () => {
      await api.put(folderPath(folder.id), {
        field: "parentFolderId",
        newValue: folderId,
        oldValue: folder.parentFolderId,
      });
      libraryChanged();
      toast.success(`${folder.name} moved`);
      onClose();
    });
  return (
    <FolderChoice
      title={`Move ${folder.name}`}
      first={folder.parentFolderId ?? folder.id}
      refused={({ id, breadcrumbs }) =>
        id === folder.parentFolderId || breadcrumbs.some((crumb) => crumb.id === folder.id)
      }
      onChoose={move}
      onClose={onClose}
    />
  );
}

type ChoiceProps = {
  title: string;
  first: number;
  refused: (folder: Folder) => boolean;
  onChoose: (folderId: number) => unknown;
  onClose: () => void;
};

function FolderChoice({ title, first, refused, onChoose, onClose }: ChoiceProps) {
  const [at, setAt] = useState(first);
  const query = useRecord<Folder>(folderPath(at));
  const may = query.data?.level === "administrator" && !refused(query.data);
  return (
    <Dialog
      open
      title={title}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button
            type="primary"
            disabled={!may}
            title={may ? undefined : "Choose another folder of which you are an administrator"}
            onClick={() => void onChoose(at)}
          >
            Move here
          </Button>
        </>
      }
    >
      <Answered query={query} rows={5}>
        {(folder) => (
          <div className="lib-choose">
            <FolderWay folder={folder} onOpen={setAt} />
            <ul>
              <SubfolderRows folder={folder} onOpen={setAt} />
              {!folder.subfolders.length && <li className="sr-muted">No folders in here</li>}
            </ul>
          </div>
        )}
      </Answered>
    </Dialog>
  );
}

/** The parent folders of the current one, each a button. */
export function FolderWay({ folder, onOpen }: { folder: Folder; onOpen: (id: number) => void }) {
  return (
    <nav aria-label="Path to the folder" className="lib-way">
      {folder.breadcrumbs.map(({ id, name }, place) => (
        <span key={id}>
          {place > 0 && <Icon name="chevron-right" size={13} />}
          {id === folder.id ? (
            <b aria-current="page">{name}</b>
          ) : (
            <button type="button" className="lib-link" onClick={() => onOpen(id)}>
              {name}
            </button>
          )}
        </span>
      ))}
    </nav>
  );
}

/** The folders in a folder, as rows of a list. */
export const SubfolderRows = ({ folder, onOpen }: { folder: Folder; onOpen: (id: number) => void }) =>
  folder.subfolders.map(({ id, name }) => (
    <li key={id}>
      <Icon name="folder" size={16} />{" "}
      <button type="button" className="lib-link" onClick={() => onOpen(id)}>
        {name}
      </button>
    </li>
  ));

import { Icon, IconButton } from "@staffroom/ui";
import { useState } from "react";
import { Link } from "react-router";
import type { Subfolder } from "../types";
import { draggedFiles } from "./dragged";

type FolderCardProps = {
  folder: Subfolder;
  onDropFiles: (ids: number[]) => void;
  onDelete?: () => void;
};

/** A subfolder: a link, onto which files are dropped. */
export function FolderCard({ folder, onDropFiles, onDelete }: FolderCardProps) {
  const [over, setOver] = useState(false);
  const counts = [
    folder.folders && `${folder.folders} ${folder.folders === 1 ? "folder" : "folders"}`,
    folder.files && `${folder.files} ${folder.files === 1 ? "file" : "files"}`,
  ];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- files are dropped on it; 'Move to a folder' does the same by keys
    <li
      className="lib-folder"
      data-over={over || undefined}
      onDragOver={(event) => {
        if (folder.level !== "administrator" || !event.dataTransfer.types.includes(draggedFiles)) return;
        event.preventDefault();
        event.stopPropagation();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const ids = event.dataTransfer.getData(draggedFiles);
        if (!ids) return;
        event.preventDefault();
        event.stopPropagation();
        onDropFiles(JSON.parse(ids) as number[]);
      }}
    >
      <Icon name="folder" size={18} />
      <span className="lib-folder-text">
        <Link to={`/library/${folder.id}`}>{folder.name}</Link>
        <span className="sr-muted">{counts.filter(Boolean).join(", ") || "empty"}</span>
      </span>
      {onDelete && <IconButton icon="trash" size={14} label={`Delete ${folder.name}`} onClick={onDelete} />}
    </li>
  );
}

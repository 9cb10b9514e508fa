import { api, plainErrorText, useApi } from "@staffroom/api";
import { FieldSections, FormButton, useOptions } from "@staffroom/form";
import {
  attempt,
  Dialog,
  Icon,
  IconButton,
  PageHeader,
  StatePanel,
  toast,
  useAddress,
  useDialogs,
} from "@staffroom/ui";
import { Button } from "antd";
import { useState, type DragEvent, type ReactNode } from "react";
import { Link } from "react-router";
import { droppedFiles } from "../../uploads/dropped";
import Uploader from "../../uploads/uploader";
import { UploadDialog } from "../../uploads/dialog";
import ViewerDialog from "../../viewer/dialog";
import { AccessDialog } from "./access-dialog";
import { Favourite } from "../favourites";
import { FilePanel } from "../file/panel";
import { FileTable } from "./file-table";
import { FileTools } from "./file-tools";
import { FolderCard } from "./folder-card";
import { Holding } from "./holding";
import { MoveDialog, MoveFolderDialog } from "./move-dialog";
import { ResultsDialog } from "./results-dialog";
import { withSeveral, type Refusals } from "./several";
import { folderPath, libraryChanged, nameOf, sorted, sorts, type Folder, type LibraryFile, type Sort } from "../types";

const newFolder = [
  { name: "name", title: "Name", type: "text", required: true, maxLength: 100 },
  { name: "description", title: "Description", type: "textarea", maxLength: 2000 },
] as const;

/** A folder: the path to it, its subfolders, its files. */
export function FolderView({ folder, tools }: { folder: Folder; tools: ReactNode }) {
  const dialogs = useDialogs();
  const [address, change] = useAddress();
  const [sort, setSort] = useState<Sort>("name");
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [viewed, setViewed] = useState<number | null>(null);
  const [moving, setMoving] = useState<LibraryFile[] | null>(null);
  const [refusals, setRefusals] = useState<Refusals | null>(null);
  const [isSharing, setSharing] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const [isMovingFolder, setMovingFolder] = useState(false);
  const { options: organisations } = useOptions({ optionsFrom: "/orgs" }, { enabled: isEditing });
  const [dropped, setDropped] = useState<File[] | null>(null);
  const [over, setOver] = useState(false);
  const edits = folder.level === "administrator";
  const details = folder.level === "administrator" || folder.level === "enhanced";
  const files = sorted(folder.files, sort);
  const selection = files.filter(({ id }) => chosen.has(id));
  const asked = address.get("file");
  const shown = files.find(({ id }) => String(id) === asked);
  // A large folder shows only its first files; another one, from a search or link, is loaded separately.
  const beyond = useApi<LibraryFile>(`/library/file/${asked}`, undefined, {
    enabled: folder.more && !shown && /^\d{1,15}$/.test(asked ?? ""),
  });
  const opened = shown ?? beyond.data;
  const open = (id: number | null) => change({ file: id }, { replace: true });
  const choose = (ids: readonly number[], on: boolean) =>
    setChosen((before) => new Set(on ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))));

  const finished = (result: Refusals | "done" | null) => {
    if (result) setChosen(new Set());
    if (result && result !== "done") setRefusals(result);
  };
  const remove = async (some: readonly LibraryFile[]) => {
    const [first] = some;
    if (!first || !(await dialogs.askDelete(some.length === 1 ? nameOf(first) : `${some.length} files`))) return;
    finished(
      await withSeveral(
        "delete",
        some.map(({ id }) => id),
      ),
    );
    open(null);
  };
  const removeFolder = async (one: { id: number; name: string }) => {
    if (!(await dialogs.askDelete(one.name))) return;
    if (await attempt(() => api.delete(folderPath(one.id)))) libraryChanged();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!edits) return;
    void droppedFiles(event.dataTransfer).then((sent) => {
      if (sent.length) setDropped(sent);
      else toast.refusal("The dropped folder contains no files", folder.name);
    });
  };
  const menuOf = (file: LibraryFile) => [
    { key: "open", label: "Open", onClick: () => setViewed(file.id) },
    { key: "details", label: "Details", onClick: () => open(file.id) },
    ...(edits
      ? [
          { key: "move", label: "Move to a folder", onClick: () => setMoving([file]) },
          { key: "delete", label: "Delete", danger: true, onClick: () => void remove([file]) },
        ]
      : []),
  ];
  const above = folder.breadcrumbs.at(-2)?.name ?? "";
  const chooseAbove = () => {
    setEditing(false);
    setMovingFolder(true);
  };
  const places = {
    parentFolderId: () => (
      <span className="lib-place">
        {above}{" "}
        <Button size="small" onClick={chooseAbove}>
          Move folder
        </Button>
      </span>
    ),
    orgId: () => organisations.find(({ value }) => value === folder.orgId)?.label ?? "",
  };

  return (
    <div className="lib">
      <PageHeader
        title={folder.parentFolderId ? folder.name : "Documents"}
        mark={folder.parentFolderId ? <Favourite kind="folder" id={folder.id} name={folder.name} /> : undefined}
        subtitle={tools}
        actions={
          edits && (
            <>
              {details && (
                <Button icon={<Icon name="users" size={15} />} onClick={() => setSharing(true)}>
                  Access
                </Button>
              )}
              <FormButton
                label="New folder"
                submitLabel="Add folder"
                fields={newFolder as never}
                to={(values) => api.post("/folder", { ...values, parentId: folder.id, orgId: folder.orgId })}
                onDone={libraryChanged}
              />
              <Uploader entityType="folder" entityTypeId={folder.id} onUploaded={libraryChanged} />
            </>
          )
        }
      />
      <nav aria-label="Path to this folder" className="lib-way">
        {folder.breadcrumbs.map(({ id, name }, at) => (
          <span key={id}>
            {at > 0 && <Icon name="chevron-right" size={13} />}
            {id === folder.id ? <b aria-current="page">{name}</b> : <Link to={`/library/${id}`}>{name}</Link>}
          </span>
        ))}
        {edits && folder.parentFolderId !== null && (
          <IconButton icon="pencil" size={13} label={`Edit ${folder.name}`} onClick={() => setEditing(true)} />
        )}
      </nav>
      {folder.hold && folder.hold.id !== folder.id && (
        <p className="lib-hold">
          <Icon name="shield" size={14} /> <b>The folder {folder.hold.name} is on hold</b>: {folder.hold.hold}
        </p>
      )}
      {folder.description && <p className="sr-muted lib-about">{folder.description}</p>}
      <div className="lib-body" data-open={opened ? true : undefined}>
        <div
          className="lib-content"
          data-over={over || undefined}
          onDragOver={(event) => {
            if (!edits || !event.dataTransfer.types.includes("Files")) return;
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          {folder.subfolders.length > 0 && (
            <ul className="lib-folders" aria-label="Folders">
              {folder.subfolders.map((one) => (
                <FolderCard
                  key={one.id}
                  folder={one}
                  onDropFiles={(ids) => void withSeveral("move", ids, { folderId: one.id }).then(finished)}
                  onDelete={one.level === "administrator" ? () => void removeFolder(one) : undefined}
                />
              ))}
            </ul>
          )}
          {files.length > 0 && (
            <FileTools
              count={files.length}
              selection={selection}
              edits={edits}
              sort={sort}
              sorts={sorts.filter(({ value }) => details || value !== "reviewDate")}
              onSort={setSort}
              onMove={() => setMoving(selection)}
              onDelete={() => void remove(selection)}
              onNone={() => setChosen(new Set())}
            />
          )}
          {files.length > 0 && (
            <FileTable
              files={files}
              opened={opened?.id}
              chosen={chosen}
              edits={edits}
              details={details}
              onChoose={choose}
              onView={setViewed}
              menuOf={menuOf}
            />
          )}
          {folder.more && <p className="sr-muted">The first 1,000 files are shown. Search finds the others.</p>}
          {files.length === 0 && folder.subfolders.length === 0 && (
            <StatePanel
              icon="folder"
              title="This folder is empty"
              text={edits ? "Drop files here, or add a folder." : undefined}
            />
          )}
        </div>
        {opened && (
          <FilePanel
            key={opened.id}
            file={opened}
            folder={folder}
            edits={edits}
            details={details}
            onView={() => setViewed(opened.id)}
            onClose={() => open(null)}
          />
        )}
        {beyond.error && !shown && (
          <p className="sr-muted" role="alert">
            The file of this address is not shown: {plainErrorText(beyond.error)}
          </p>
        )}
      </div>
      {viewed !== null && (
        <ViewerDialog
          files={viewed === beyond.data?.id ? [viewed] : files.map(({ id }) => id)}
          current={viewed}
          onClose={() => setViewed(null)}
        />
      )}
      {moving && (
        <MoveDialog
          files={moving}
          from={folder}
          onClose={(result) => {
            setMoving(null);
            finished(result);
          }}
        />
      )}
      {isMovingFolder && <MoveFolderDialog folder={folder} onClose={() => setMovingFolder(false)} />}
      {refusals && <ResultsDialog {...refusals} onClose={() => setRefusals(null)} />}
      {dropped && (
        <UploadDialog
          first={dropped}
          entityType="folder"
          entityTypeId={folder.id}
          onUploaded={libraryChanged}
          onClose={() => setDropped(null)}
        />
      )}
      {isSharing && <AccessDialog folder={folder} onClose={() => setSharing(false)} />}
      <Dialog open={isEditing} title={folder.name} footer={null} destroyOnHidden onCancel={() => setEditing(false)}>
        {isEditing && (
          <FieldSections
            thing="/folder"
            record={folder as never}
            only={["folder"]}
            drawn={places}
            onSaved={libraryChanged}
          />
        )}
        {isEditing && (
          <Holding
            kind="folder"
            id={folder.id}
            name={folder.name}
            hold={folder.hold?.id === folder.id ? folder.hold.hold : ""}
          />
        )}
      </Dialog>
    </div>
  );
}

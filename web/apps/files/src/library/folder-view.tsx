import { api, plainErrorText, useApi } from "@staffroom/api";
import { FieldSections, FormButton, useOptions } from "@staffroom/form";
import {
  attempt,
  Dialog,
  FileIcon,
  formatBytes,
  formatDate,
  formatDateTime,
  Icon,
  IconButton,
  PageHeader,
  PlainTable,
  StatePanel,
  toast,
  useAddress,
  useDialogs,
} from "@staffroom/ui";
import { Button, Checkbox, Dropdown, Select } from "antd";
import { useState, type DragEvent, type ReactNode } from "react";
import { Link } from "react-router";
import { droppedFiles } from "../dropped";
import Uploader from "../uploader";
import { UploadDialog } from "../upload-dialog";
import ViewerDialog from "../viewer-dialog";
import { AccessDialog } from "./access-dialog";
import { Favourite } from "./favourites";
import { FilePanel } from "./file-panel";
import { Holding } from "./holding";
import { MoveDialog, MoveFolderDialog } from "./move-dialog";
import { ResultsDialog } from "./results-dialog";
import { downloadZip, withSeveral, type Refusals } from "./several";
import { useToSign } from "./to-sign";
import {
  folderPath,
  libraryChanged,
  nameOf,
  sorted,
  sorts,
  type Folder,
  type LibraryFile,
  type Sort,
  type Subfolder,
} from "./types";

const newFolder = [
  { name: "name", title: "Name", type: "text", required: true, maxLength: 100 },
  { name: "description", title: "Description", type: "textarea", maxLength: 2000 },
] as const;
const dragged = "application/x-staffroom-files";

/** A folder: the way to it, the folders in it, its files. */
export function FolderView({ folder, tools }: { folder: Folder; tools: ReactNode }) {
  const dialogs = useDialogs();
  const [address, change] = useAddress();
  const [sort, setSort] = useState<Sort>("name");
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [viewed, setViewed] = useState<number | null>(null);
  const [moving, setMoving] = useState<LibraryFile[] | null>(null);
  const [refusals, setRefusals] = useState<Refusals | null>(null);
  const toSign = useToSign();
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
  // A large folder shows its first files alone; a search or a link may lead to another one, which is read alone.
  const beyond = useApi<LibraryFile>(`/library/file/${asked}`, undefined, {
    enabled: folder.more && !shown && /^\d{1,15}$/.test(asked ?? ""),
  });
  const opened = shown ?? beyond.data;
  const open = (id: number | null) =>
    change(
      (before) => {
        if (id === null) before.delete("file");
        else before.set("file", String(id));
        return before;
      },
      { replace: true },
    );
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
      else toast.refusal("There is no file in what was dropped", folder.name);
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
  const all = files.length > 0 && selection.length === files.length;

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
      <nav aria-label="Way to this folder" className="lib-way">
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
            <div className="lib-tools">
              {selection.length > 0 ? (
                <>
                  <b>
                    {selection.length} chosen, {formatBytes(selection.reduce((sum, { size }) => sum + size, 0))}
                  </b>
                  <Button size="small" onClick={() => void downloadZip(selection.map(({ id }) => id))}>
                    Download as ZIP
                  </Button>
                  {edits && (
                    <Button size="small" onClick={() => setMoving(selection)}>
                      Move files
                    </Button>
                  )}
                  {edits && (
                    <Button size="small" danger onClick={() => void remove(selection)}>
                      Delete files
                    </Button>
                  )}
                  <Button size="small" type="text" onClick={() => setChosen(new Set())}>
                    Choose none
                  </Button>
                </>
              ) : (
                <span className="sr-muted">
                  {files.length} {files.length === 1 ? "file" : "files"}
                </span>
              )}
              <span className="lib-sort">
                <span id="lib-sort" className="sr-muted">
                  Sort by
                </span>
                <Select
                  aria-labelledby="lib-sort"
                  size="small"
                  value={sort}
                  options={sorts.filter(({ value }) => details || value !== "reviewDate")}
                  onChange={setSort}
                  popupMatchSelectWidth={false}
                />
              </span>
            </div>
          )}
          {files.length > 0 && (
            <PlainTable<LibraryFile>
              className="sr-table lib-table"
              rows={files}
              rowProps={(file) => ({
                draggable: edits,
                "data-open": opened?.id === file.id || undefined,
                "data-hidden": !file.visible || undefined,
                onDragStart: (event) =>
                  event.dataTransfer.setData(dragged, JSON.stringify(chosen.has(file.id) ? [...chosen] : [file.id])),
              })}
              columns={[
                {
                  title: (
                    <Checkbox
                      aria-label="All files"
                      checked={all}
                      indeterminate={!all && selection.length > 0}
                      onChange={({ target }) =>
                        choose(
                          files.map(({ id }) => id),
                          target.checked,
                        )
                      }
                    />
                  ),
                  className: "lib-check",
                  cell: (file) => (
                    <Checkbox
                      aria-label={nameOf(file)}
                      checked={chosen.has(file.id)}
                      onChange={({ target }) => choose([file.id], target.checked)}
                    />
                  ),
                },
                {
                  title: "Name",
                  head: true,
                  cell: (file) => (
                    <span className="lib-name">
                      <FileIcon name={nameOf(file)} />
                      <span>
                        <button type="button" className="lib-link" onClick={() => setViewed(file.id)}>
                          {file.name}
                        </button>
                        {file.overdue && (
                          <span className="lib-narrow lib-overdue">
                            Review overdue since {formatDate(file.reviewDate ?? "")}
                          </span>
                        )}
                      </span>
                      {file.locked && <Icon name="lock" size={12} />}
                      {toSign.has(file.id) && <span className="lib-mark">To sign</span>}
                      {file.hold && (
                        <span className="lib-mark" title={file.hold}>
                          On hold
                        </span>
                      )}
                      {file.hasVersions && <span className="sr-muted">v{file.number}</span>}
                    </span>
                  ),
                },
                {
                  title: "Description",
                  className: "lib-wide",
                  cell: (file) => <span className="lib-cut">{file.description}</span>,
                },
                details && {
                  title: "Review",
                  className: "lib-wide",
                  cell: (file) =>
                    file.reviewDate && (
                      <span className={file.overdue ? "lib-overdue" : ""}>
                        {formatDate(file.reviewDate)}
                        {file.overdue && " overdue"}
                      </span>
                    ),
                },
                { title: "Changed", className: "lib-wide", cell: (file) => formatDateTime(file.modified) },
                { title: "Size", num: true, className: "lib-wide", cell: (file) => formatBytes(file.size) },
                {
                  cell: (file) => (
                    <Dropdown trigger={["click"]} menu={{ items: menuOf(file) }}>
                      <Button
                        type="text"
                        size="small"
                        aria-label={`Actions of ${file.name}`}
                        icon={<Icon name="more" size={15} />}
                      />
                    </Dropdown>
                  ),
                },
              ]}
            />
          )}
          {folder.more && <p className="sr-muted">The first 1,000 files are shown. Search finds the others.</p>}
          {files.length === 0 && folder.subfolders.length === 0 && (
            <StatePanel
              icon="folder"
              title="This folder is empty"
              text={edits ? "Drop files here, or add a folder." : "Nothing has been put in here yet."}
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

/** A folder in the folder: a link, onto which files are dropped. */
function FolderCard({
  folder,
  onDropFiles,
  onDelete,
}: {
  folder: Subfolder;
  onDropFiles: (ids: number[]) => void;
  onDelete?: () => void;
}) {
  const [over, setOver] = useState(false);
  const held = [
    folder.folders && `${folder.folders} ${folder.folders === 1 ? "folder" : "folders"}`,
    folder.files && `${folder.files} ${folder.files === 1 ? "file" : "files"}`,
  ];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- files are dropped on it; 'Move to a folder' does the same by keys
    <li
      className="lib-folder"
      data-over={over || undefined}
      onDragOver={(event) => {
        if (folder.level !== "administrator" || !event.dataTransfer.types.includes(dragged)) return;
        event.preventDefault();
        event.stopPropagation();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const ids = event.dataTransfer.getData(dragged);
        if (!ids) return;
        event.preventDefault();
        event.stopPropagation();
        onDropFiles(JSON.parse(ids) as number[]);
      }}
    >
      <Icon name="folder" size={18} />
      <span className="lib-folder-text">
        <Link to={`/library/${folder.id}`}>{folder.name}</Link>
        <span className="sr-muted">{held.filter(Boolean).join(", ") || "empty"}</span>
      </span>
      {onDelete && <IconButton icon="trash" size={14} label={`Delete ${folder.name}`} onClick={onDelete} />}
    </li>
  );
}

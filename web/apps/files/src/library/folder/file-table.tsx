import { FileIcon, formatBytes, formatDate, formatDateTime, Icon, PlainTable } from "@staffroom/ui";
import { Button, Checkbox, Dropdown, type MenuProps } from "antd";
import { useToSign } from "../signing/to-sign";
import { nameOf, type LibraryFile } from "../types";
import { draggedFiles } from "./dragged";

type Props = {
  files: readonly LibraryFile[];
  /** The file whose panel is open. */
  opened: number | undefined;
  chosen: ReadonlySet<number>;
  /** The user may change the folder, and sees its details. */
  edits: boolean;
  details: boolean;
  onChoose: (ids: readonly number[], on: boolean) => void;
  onView: (id: number) => void;
  menuOf: (file: LibraryFile) => MenuProps["items"];
};

/** The files of a folder, which are selected, opened, and dragged onto other folders. */
export function FileTable({ files, opened, chosen, edits, details, onChoose, onView, menuOf }: Props) {
  const toSign = useToSign();
  const all = files.length > 0 && files.every(({ id }) => chosen.has(id));
  return (
    <PlainTable<LibraryFile>
      className="sr-table lib-table"
      rows={files}
      rowProps={(file) => ({
        draggable: edits,
        "data-open": opened === file.id || undefined,
        "data-hidden": !file.visible || undefined,
        onDragStart: (event) =>
          event.dataTransfer.setData(draggedFiles, JSON.stringify(chosen.has(file.id) ? [...chosen] : [file.id])),
      })}
      columns={[
        {
          title: (
            <Checkbox
              aria-label="All files"
              checked={all}
              indeterminate={!all && files.some(({ id }) => chosen.has(id))}
              onChange={({ target }) =>
                onChoose(
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
              onChange={({ target }) => onChoose([file.id], target.checked)}
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
                <button type="button" className="lib-link" onClick={() => onView(file.id)}>
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
  );
}

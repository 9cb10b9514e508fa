import { formatBytes } from "@staffroom/ui";
import { Button, Select } from "antd";
import type { LibraryFile, Sort } from "../types";
import { downloadZip } from "./several";

type Props = {
  /** The number of files in the folder, and the selected ones. */
  count: number;
  selection: readonly LibraryFile[];
  edits: boolean;
  sort: Sort;
  sorts: readonly { value: Sort; label: string }[];
  onSort: (sort: Sort) => void;
  onMove: () => void;
  onDelete: () => void;
  onNone: () => void;
};

/** The bar above a folder's files: actions on the selected ones, and their order. */
export function FileTools({ count, selection, edits, sort, sorts, onSort, onMove, onDelete, onNone }: Props) {
  return (
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
            <Button size="small" onClick={onMove}>
              Move files
            </Button>
          )}
          {edits && (
            <Button size="small" danger onClick={onDelete}>
              Delete files
            </Button>
          )}
          <Button size="small" type="text" onClick={onNone}>
            Choose none
          </Button>
        </>
      ) : (
        <span className="sr-muted">
          {count} {count === 1 ? "file" : "files"}
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
          options={[...sorts]}
          onChange={onSort}
          popupMatchSelectWidth={false}
        />
      </span>
    </div>
  );
}

import { useApi } from "@staffroom/api";
import type { Choice, ListMeta } from "@staffroom/contract";
import { searchMinimum, viewOf } from "@staffroom/list";
import { Icon, useAddress, useAttempt } from "@staffroom/ui";
import { Button } from "antd";
import { startLater } from "../parts/start-later";

const list = "/report/predicted-grades";

/**
 * Exports the predicted grades of a selection, or of the filtered list, as a spreadsheet by applicant; a toast has the
 * file when it is ready.
 */
export function ExportForUcas({ choice }: { choice?: Choice }) {
  const [address] = useAddress();
  const { data: meta } = useApi<ListMeta>(`${list}/columns`);
  const [busy, attempt] = useAttempt();
  const filtered = (): Choice => {
    if (!meta) return { query: {} };
    const { filters, search } = viewOf(address, meta);
    return { query: { ...filters, ...(search.trim().length >= searchMinimum ? { search: search.trim() } : {}) } };
  };
  const start = () => {
    const rows = choice ?? filtered();
    // The file has its own order.
    const asked =
      "query" in rows
        ? { ...rows, query: Object.fromEntries(Object.entries(rows.query).filter(([name]) => name !== "sort")) }
        : rows;
    return attempt(() =>
      startLater(
        `${list}/ucas/export`,
        { ...asked, format: "xlsx" },
        "UCAS export",
        "The grades are being written by applicant.",
      ),
    );
  };
  return (
    <Button
      size={choice ? "small" : undefined}
      disabled={!choice && !meta}
      loading={busy !== null}
      icon={<Icon name="file-sheet" size={choice ? 14 : 15} />}
      onClick={() => void start()}
    >
      UCAS export
    </Button>
  );
}

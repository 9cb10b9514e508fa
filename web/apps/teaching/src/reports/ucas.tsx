import { api, useApi } from "@staffroom/api";
import type { Choice, ListMeta, Shape } from "@staffroom/contract";
import { searchMinimum, tellLater, viewOf } from "@staffroom/list";
import { Icon, toast, useAddress, useAttempt } from "@staffroom/ui";
import { Button } from "antd";

const list = "/report/predicted-grades";

/** The predicted grades of a selection, or of the filtered list, as a spreadsheet by applicant; a toast has the file when it is ready. */
export function ExportForUcas({ choice }: { choice?: Choice }) {
  const [address] = useAddress();
  const { data: meta } = useApi<ListMeta>(`${list}/columns`);
  const [busy, attempt] = useAttempt();
  const filtered = (): Choice => {
    if (!meta) return { query: {} };
    const { filters, search } = viewOf(address, meta);
    return { query: { ...filters, ...(search.trim().length >= searchMinimum ? { search: search.trim() } : {}) } };
  };
  const start = () =>
    attempt(async () => {
      const rows = choice ?? filtered();
      // The file has an order of its own.
      const asked = "query" in rows ? { ...rows, query: Object.fromEntries(Object.entries(rows.query).filter(([name]) => name !== "sort")) } : rows;
      const { id } = await api.post<Shape<"teaching", "Started">>(`${list}/ucas/export`, { ...asked, format: "xlsx" });
      tellLater({ id, title: "UCAS export" });
      toast.success("The grades are being written by applicant. The file is offered here when it is ready");
    });
  return <Button size={choice ? "small" : undefined} disabled={!choice && !meta} loading={busy !== null} icon={<Icon name="file-sheet" size={choice ? 14 : 15} />} onClick={() => void start()}>UCAS export</Button>;
}

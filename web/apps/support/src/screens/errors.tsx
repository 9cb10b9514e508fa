import type { Row } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { RecordDrawer } from "@staffroom/screen";
import { useAddress, useOpenRecord } from "@staffroom/ui";
import { Switch } from "antd";
import { ErrorReport, StatusCode, type Report } from "../errors/report";

const counted = (count: unknown, one: string, many: string) => `${Number(count).toLocaleString("en-GB")} ${count === 1 ? one : many}`;
const cells = {
  status: (value: unknown) => <StatusCode status={value} />,
  reports: (value: unknown) => counted(value, "time", "times"),
  affected: (value: unknown) => counted(value, "person", "people"),
};
const once = { latest: "true" };
const each = {};

/**
 * Errors, each once, with the numbers of its reports and users. Its reports are in the drawer; a switch lists all reports. The
 * address has the id of the open report, and the view of the list.
 */
export default function ErrorsScreen() {
  const [open, show] = useOpenRecord("id");
  const [address, change] = useAddress();
  const showsEach = address.get("each") === "true";
  const turn = (on: boolean) => change((before) => {
    if (on) before.set("each", "true");
    else before.delete("each");
    return before;
  });
  return (
    <>
      <ListScreen
        path="/errors"
        cells={cells}
        fixed={showsEach ? each : once}
        actions={<label className="sr-edit-toggle"><Switch size="small" checked={showsEach} onChange={turn} /> Each report</label>}
        onOpen={(row: Row) => show(row.id as number)}
        emptyText="Faults that people report will be listed here."
      />
      <RecordDrawer<Report>
        thing="/error"
        list="/errors"
        called="The report"
        id={open}
        heading="Error report {id}"
        statusOf={() => undefined}
        fields={false}
        footer={() => null}
        onClose={() => show(null)}
      >
        {(report, reload) => <ErrorReport key={report.id} report={report} onChanged={reload} onOpen={show} />}
      </RecordDrawer>
    </>
  );
}

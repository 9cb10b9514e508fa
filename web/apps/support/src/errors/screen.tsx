import { ListScreen } from "@staffroom/list";
import { RecordDrawer } from "@staffroom/screen";
import { formatCount, Toggle, useAddressToggle, useOpenRecord } from "@staffroom/ui";
import { ErrorReport, StatusCode, type Report } from "./report";

const cells = {
  status: (value: unknown) => <StatusCode status={value} />,
  reports: (value: unknown) => formatCount(Number(value), "time", "times"),
  affected: (value: unknown) => formatCount(Number(value), "person", "people"),
};
const once = { latest: "true" };
const each = {};

/**
 * Errors, each once, with the numbers of its reports and users. Its reports are in the drawer; a switch lists all
 * reports. The address has the id of the open report, and the view of the list.
 */
export default function ErrorsScreen() {
  const [open, show] = useOpenRecord("id");
  const [showsEach, turn] = useAddressToggle("each");
  return (
    <>
      <ListScreen
        path="/errors"
        cells={cells}
        fixed={showsEach ? each : once}
        actions={
          <Toggle on={showsEach} onChange={turn}>
            Each report
          </Toggle>
        }
        opens="id"
        emptyText="Faults that people report will be listed here."
      />
      <RecordDrawer<Report>
        thing="/error"
        list="/errors"
        called="The report"
        param="id"
        id={open}
        heading={({ message, description, api }) => message || description || api || "Error report"}
        status="trackingStatus"
        fields={false}
        onClose={() => show(null)}
      >
        {(report) => <ErrorReport key={report.id} report={report} onOpen={show} />}
      </RecordDrawer>
    </>
  );
}

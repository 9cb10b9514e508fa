import type { Row } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { useOpenRecord } from "@staffroom/ui";
import { Drawer } from "antd";
import { ErrorReport } from "../errors/report";
import { StatusCode } from "../errors/status-code";

const cells = { status: (value: unknown) => <StatusCode status={value} /> };

/** Every error report; the one that is open stands in the address beside the view of the list. */
export default function ErrorsScreen() {
  const [open, show] = useOpenRecord("id");
  return (
    <>
      <ListScreen list="errors" cells={cells} onOpen={(row: Row) => show(row.id as number)} emptyText="Faults that people report will be listed here." />
      <Drawer open={open !== null} onClose={() => show(null)} size={680} title={open === null ? "" : `Error report ${open}`} destroyOnHidden>
        {open !== null && <ErrorReport key={open} id={open} />}
      </Drawer>
    </>
  );
}

import type { Row } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { Drawer } from "antd";
import { useCallback } from "react";
import { useSearchParams } from "react-router";
import { ErrorReport } from "../errors/report";
import { StatusCode } from "../errors/status-code";

const cells = { status: (value: unknown) => <StatusCode status={value} /> };

/** Every error report; the one that is open stands in the address beside the view of the list. */
export default function ErrorsScreen() {
  const [address, setAddress] = useSearchParams();
  const open = Number(address.get("id")) || null;
  const show = useCallback(
    (id: unknown) =>
      setAddress((before) => {
        const next = new URLSearchParams(before);
        if (id) next.set("id", String(id));
        else next.delete("id");
        return next;
      }),
    [setAddress],
  );
  return (
    <>
      <ListScreen list="errors" cells={cells} onOpen={(row: Row) => show(row.id)} emptyText="Faults that people report will be listed here." />
      <Drawer open={open !== null} onClose={() => show(null)} size={680} title={open === null ? "" : `Error report ${open}`} destroyOnHidden>
        {open !== null && <ErrorReport key={open} id={open} />}
      </Drawer>
    </>
  );
}

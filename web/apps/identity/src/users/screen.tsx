import type { Row } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { Toggle, useAddressToggle } from "@staffroom/ui";
import type { CSSProperties } from "react";
import { ImpersonateButton, useMayImpersonate } from "./impersonate";
import "../style.css";

const cells = {
  name: (value: unknown, row: Row) => (
    <span className="id-name" style={{ "--role": row.color } as CSSProperties}>
      {String(value)}
    </span>
  ),
};

const active = { status: "active" };
const everybody = {};

/** All users, each in the colour of their first role; inactive ones are hidden by default. */
export default function Screen() {
  const mayImpersonate = useMayImpersonate();
  const [all, show] = useAddressToggle("inactive");
  return (
    <ListScreen
      path="/users"
      fixed={all ? everybody : active}
      cells={cells}
      rowClassName={(row) => (row.status === "inactive" ? "id-inactive" : "")}
      actions={
        <Toggle on={all} onChange={show}>
          Show inactive
        </Toggle>
      }
      rowActions={(row) =>
        mayImpersonate({ id: Number(row.id), status: row.status, roles: row.roles as string[] }) && (
          <ImpersonateButton id={Number(row.id)} name={String(row.name)} small />
        )
      }
    />
  );
}

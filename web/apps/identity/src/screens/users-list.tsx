import type { Row } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { useAddress } from "@staffroom/ui";
import { Switch } from "antd";
import { useMemo, type CSSProperties } from "react";
import { ImpersonateButton, useMayImpersonate } from "../impersonate";
import "../style.css";

const cells = {
  lastName: (value: unknown, row: Row) => (
    <span className="id-name" style={{ "--role": row.color } as CSSProperties}>{String(value)}</span>
  ),
};

/** All users, each in the colour of their first role; inactive ones are hidden by default. */
export default function Screen() {
  const [address, changeAddress] = useAddress();
  const mayImpersonate = useMayImpersonate();
  const all = address.get("inactive") === "1";
  const fixed = useMemo((): Record<string, string> => {
    const active: Record<string, string> = { status: "active" };
    return all ? {} : active;
  }, [all]);
  const show = (on: boolean) =>
    changeAddress((before) => {
      for (const name of ["page", "after"]) before.delete(name);
      if (on) before.set("inactive", "1");
      else before.delete("inactive");
      return before;
    });
  return (
    <ListScreen
      path="/users"
      fixed={fixed}
      cells={cells}
      rowClassName={(row) => (row.status === "inactive" ? "id-inactive" : "")}
      actions={<label className="id-switch"><Switch size="small" checked={all} onChange={show} /> Show inactive</label>}
      rowActions={(row) =>
        mayImpersonate({ id: Number(row.id), status: row.status, roles: row.roles as string[] }) && (
          <ImpersonateButton id={Number(row.id)} name={String(row.name)} small />
        )
      }
    />
  );
}

import type { RecordData, RecordPieceProps } from "@staffroom/contract";
import { ErrorState, LoadingState, Panel, toast } from "@staffroom/ui";
import { Switch } from "antd";
import { useState, type CSSProperties } from "react";
import { setMember, useRoles } from "./roles";
import "./style.css";

/** The roles of a user. */
export default function UserRoles({ record }: RecordPieceProps) {
  return <Panel flush><RoleSwitches record={record} /></Panel>;
}

/** All roles with their descriptions, and switches for those of the user. */
function RoleSwitches({ record }: { record: RecordData }) {
  const { data, error, refetch } = useRoles();
  const [busy, setBusy] = useState("");
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  const ownRoles = new Set((record.roleIds as string[] | undefined) ?? []);
  const may = record.may?.edit?.includes("roleIds") ?? false;
  const change = async (role: string, on: boolean) => {
    setBusy(role);
    try {
      await setMember(role, record.id, on);
    } catch (problem) {
      toast.error(problem);
    } finally {
      setBusy("");
    }
  };
  return (
    <ul className="id-roles">
      {data.map((role) => (
        <li key={role.id} style={{ "--role": role.color } as CSSProperties}>
          <i />
          <span id={`role-${role.id}`}>{role.title}</span>
          <span className="sr-muted">{role.opens}</span>
          <Switch
            size="small"
            checked={ownRoles.has(role.id)}
            disabled={!may}
            loading={busy === role.id}
            aria-labelledby={`role-${role.id}`}
            onChange={(on) => void change(role.id, on)}
          />
        </li>
      ))}
    </ul>
  );
}

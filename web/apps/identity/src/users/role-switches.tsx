import type { RecordPieceProps } from "@staffroom/contract";
import { Answered, Panel, useAttempt } from "@staffroom/ui";
import { Switch } from "antd";
import type { CSSProperties } from "react";
import { setMember, useRoles } from "../roles/roles";
import "../style.css";

/** All roles with their descriptions, and switches for those of the user. */
export default function UserRoles({ record }: RecordPieceProps) {
  const query = useRoles();
  const [busy, attempt] = useAttempt();
  const ownRoles = new Set((record.roleIds as string[] | undefined) ?? []);
  const may = record.may?.edit?.includes("roleIds") ?? false;
  return (
    <Panel flush>
      <Answered query={query}>
        {(roles) => (
          <ul className="id-roles">
            {roles.map((role) => (
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
                  onChange={(on) => void attempt(() => setMember(role.id, record.id, on), role.id)}
                />
              </li>
            ))}
          </ul>
        )}
      </Answered>
    </Panel>
  );
}

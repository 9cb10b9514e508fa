import { api, hasRole, invalidate, useUser } from "@staffroom/api";
import type { RecordPieceProps, Row } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { attempt, useDialogs } from "@staffroom/ui";
import { Button } from "antd";

/** The sessions of a user, with End for the user and for sysAdmin. */
export default function SessionList({ record: { id: userId } }: RecordPieceProps) {
  const me = useUser();
  const dialogs = useDialogs();
  const end = async (row: Row) => {
    const text = `${String(row.userName)} is signed out there at once.`;
    if (!(await dialogs.ask({ title: "End this session?", text, yes: "End session", danger: true }))) return;
    await attempt(() => api.post(`/auth/sessions/${String(row.id)}/end`).then(() => invalidate("/auth/sessions")));
  };
  const may = (hasRole(me) || me.id === userId) && !me.impersonatedBy;
  return (
    <ListScreen
      path="/auth/sessions"
      fixed={{ userId: String(userId) }}
      embedded={{ inAddress: true }}
      readOnly
      emptyText="Nobody has signed in to this account yet."
      rowActions={(row) =>
        may &&
        row.state === "active" && (
          <Button size="small" onClick={() => void end(row)}>
            End
          </Button>
        )
      }
    />
  );
}

import { hasRole, impersonate, useSession } from "@staffroom/api";
import { Icon, toast } from "@staffroom/ui";
import { Button, Tooltip } from "antd";
import { useState } from "react";
import { useNavigate } from "react-router";

/** Whether the signed-in user may act as another: sysAdmin in person, onto an active user who is not sysAdmin. */
export function useMayImpersonate(): (target: { id: number; status: unknown; roles: readonly string[] }) => boolean {
  const { user } = useSession();
  return ({ id, status, roles }) =>
    hasRole(user) && !user?.impersonatedBy && user?.id !== id && status === "active" && !roles.includes("sysAdmin");
}

/** Acts as another user from now on, and begins on the home page, which everybody may open. */
export function ImpersonateButton({ id, name, small }: { id: number; name: string; small?: boolean }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const begin = async () => {
    setBusy(true);
    try {
      await impersonate(id);
      await navigate("/");
    } catch (error) {
      setBusy(false);
      toast.error(error);
    }
  };
  const icon = <Icon name="user-cog" size={15} />;
  if (!small) return <Button icon={icon} loading={busy} onClick={() => void begin()}>Impersonate</Button>;
  return (
    <Tooltip title="Impersonate" placement="left">
      <Button
        type="text"
        size="small"
        className="id-row-button"
        icon={icon}
        loading={busy}
        aria-label={`Impersonate ${name}`}
        onClick={(event) => {
          event.stopPropagation();
          void begin();
        }}
      />
    </Tooltip>
  );
}

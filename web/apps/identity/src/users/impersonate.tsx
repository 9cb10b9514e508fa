import { hasRole, impersonate, useSession } from "@staffroom/api";
import type { Field, User } from "@staffroom/contract";
import { FieldFormDialog } from "@staffroom/form";
import { Icon, IconButton, useAskedFor } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import { useNavigate } from "react-router";

type Target = { id: number; status: unknown; roles: readonly string[] };

/**
 * True if `user` may impersonate another: a sysAdmin who is not impersonating, for an active user who is not a
 * sysAdmin.
 */
export const mayImpersonate = (user: User | null, { id, status, roles }: Target): boolean =>
  hasRole(user) && !user?.impersonatedBy && user?.id !== id && status === "active" && !roles.includes("sysAdmin");

/** `mayImpersonate` of the signed-in user. */
export function useMayImpersonate(): (target: Target) => boolean {
  const { user } = useSession();
  return (target) => mayImpersonate(user, target);
}

const fields: Field[] = [
  {
    name: "reason",
    title: "Reason",
    type: "text",
    required: true,
    minLength: 5,
    maxLength: 300,
    help: "For the audit list, for example the number of the ticket.",
  },
];

/** Impersonates a user after asking for a reason, and opens the home page, which everybody may see. */
export function ImpersonateButton({ id, name, small }: { id: number; name: string; small?: boolean }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const begin = async ({ reason }: Record<string, unknown>) => {
    await impersonate(id, String(reason));
    await navigate("/");
  };
  const ask = () => setOpen(true);
  useAskedFor("actAs", ask, !small);
  return (
    <>
      {small ? (
        <IconButton className="id-row-button" icon="user-cog" label={`Impersonate ${name}`} onClick={ask} />
      ) : (
        <Button icon={<Icon name="user-cog" size={15} />} onClick={ask}>
          Impersonate
        </Button>
      )}
      <FieldFormDialog
        open={open}
        title={`Act as ${name}?`}
        intro={`You will see and do what ${name} may. What you do is recorded under your own name, and the audit list keeps your reason.`}
        fields={fields}
        submitLabel={`Act as ${name}`}
        to={begin}
        onDone={() => setOpen(false)}
        onCancel={() => setOpen(false)}
      />
    </>
  );
}

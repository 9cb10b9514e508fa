import { stopImpersonating, useSession } from "@staffroom/api";
import { Icon, toast } from "@staffroom/ui";
import { useState } from "react";

export function ImpersonationBanner() {
  const { user } = useSession();
  const [busy, setBusy] = useState(false);
  if (!user?.impersonatedBy) return null;
  const stop = async () => {
    setBusy(true);
    await stopImpersonating().catch(toast.error);
    setBusy(false);
  };
  return (
    <div className="sr-impersonation" role="status">
      <Icon name="user-cog" size={15} />
      <span>You are seeing Staffroom as <b>{user.name}</b>. What you do is recorded under your own name, {user.impersonatedBy.name}.</span>
      <button type="button" disabled={busy} onClick={stop}>Stop</button>
    </div>
  );
}

import { stopImpersonating, useSession } from "@staffroom/api";
import { Icon, useAttempt } from "@staffroom/ui";

export function ImpersonationBanner() {
  const { user } = useSession();
  const [busy, attempt] = useAttempt();
  if (!user?.impersonatedBy) return null;
  return (
    <div className="sr-impersonation" role="status">
      <Icon name="user-cog" size={15} />
      <span>
        You are seeing Staffroom as <b>{user.name}</b>. What you do is recorded under your own name,{" "}
        {user.impersonatedBy.name}.
      </span>
      <button type="button" disabled={busy !== null} onClick={() => void attempt(stopImpersonating)}>
        Stop
      </button>
    </div>
  );
}

import { supportEmail } from "@staffroom/api";
import { Icon, Panel, StatePanel, usePage } from "@staffroom/ui";
import { Button } from "antd";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { misfitsAt, ownerOf, retryAreas, standing, useAreas } from "./areas";
import { patchAndReload } from "./router";
import { ScreenSkeleton } from "./screen";
import { misfitText, type Misfit } from "./versions";

function NotFound({ path }: { path: string }) {
  usePage("404");
  const navigate = useNavigate();
  const body = `I tried to open ${path} and the page was not found.`;
  return (
    <div className="sr-not-found">
      <div className="sr-not-found-mark" aria-hidden />
      <h1>404: page not found</h1>
      <p>This page may still be under construction</p>
      <p>You were trying to access <code>{path}</code></p>
      <p>
        <a href={`mailto:${supportEmail}?subject=${encodeURIComponent(`Page not found: ${path}`)}&body=${encodeURIComponent(body)}`}>
          {supportEmail}
        </a>
      </p>
      <Button type="primary" icon={<Icon name="chevron-left" size={15} />} onClick={() => void navigate(-1)}>Go back</Button>
    </div>
  );
}

/** The screen of an address without a route: its area is loading or failed, or the address is unknown. */
export function Unmatched() {
  const { pathname } = useLocation();
  useAreas();
  const [busy, setBusy] = useState(false);
  const [lookedUp, setLookedUp] = useState("");
  const state = standing(pathname);
  const owner = ownerOf(pathname);
  // A newly loaded area may have the route of this address.
  useEffect(() => {
    if (state === "ready") void patchAndReload().then(() => setLookedUp(pathname));
  }, [state, pathname]);
  if (state === "loading" || (state === "ready" && lookedUp !== pathname)) return <ScreenSkeleton />;
  if (state === "unknown") return <NotFound path={pathname} />;
  if (state === "unfit") return <Unfit title={owner?.title ?? ""} misfits={misfitsAt(pathname)} />;
  const retry = async () => {
    setBusy(true);
    await retryAreas(owner?.name).catch(() => undefined);
    await patchAndReload();
    setBusy(false);
  };
  return <NotLoaded title={owner?.title} busy={busy} onRetry={() => void retry()} />;
}

function NotLoaded({ title, busy, onRetry }: { title?: string; busy: boolean; onRetry: () => void }) {
  usePage("Not available");
  return (
    <Panel>
      <div role="alert">
        <StatePanel
          icon="offline"
          title={`${title ?? "The areas"} did not load`}
          text={title ? "Everything else goes on working; what you typed elsewhere is kept." : "What you typed elsewhere is kept."}
          actions={<Button type="primary" loading={busy} onClick={onRetry}>Retry</Button>}
        />
      </div>
    </Panel>
  );
}

/** The panel of an area that was built for other declarations than this shell's: one was released without the other. */
function Unfit({ title, misfits }: { title: string; misfits: readonly Misfit[] }) {
  usePage("Not available");
  return (
    <Panel>
      <div role="alert">
        <StatePanel
          icon="warning"
          title={`${title} does not fit this version of Staffroom`}
          text={`${misfitText(misfits)} Reload the page; if it stays so, tell support. Everything else goes on working.`}
          actions={<Button type="primary" onClick={() => window.location.reload()}>Reload</Button>}
        />
      </div>
    </Panel>
  );
}

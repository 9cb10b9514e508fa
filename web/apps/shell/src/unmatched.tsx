import { supportEmail } from "@staffroom/api";
import { Icon, Panel, StatePanel, usePage } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { ownerOf, retryAreas, useAreas } from "./areas";
import { patchAndReload } from "./router";

function NotFound({ path }: { path: string }) {
  const navigate = useNavigate();
  const body = `I tried to open ${path} and the page was not found.`;
  return (
    <div className="sr-not-found">
      <div className="sr-not-found-mark" aria-hidden>404</div>
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

/** An address no route answers: unknown, or of an area that did not load. */
export function Unmatched() {
  const { pathname } = useLocation();
  const areas = useAreas();
  const [busy, setBusy] = useState(false);
  const owner = ownerOf(pathname);
  const unknown = areas.length > 0 && !owner;
  usePage(unknown ? "404" : "Not available");
  if (unknown) return <NotFound path={pathname} />;
  const retry = async () => {
    setBusy(true);
    await retryAreas(owner?.name).catch(() => undefined);
    await patchAndReload();
    setBusy(false);
  };
  return (
    <Panel>
      <div role="alert">
        <StatePanel
          icon="offline"
          title={`${owner?.title ?? "The areas"} did not load`}
          text={owner ? "Everything else goes on working; what you typed elsewhere is kept." : "What you typed elsewhere is kept."}
          actions={<Button type="primary" loading={busy} onClick={retry}>Retry</Button>}
        />
      </div>
    </Panel>
  );
}

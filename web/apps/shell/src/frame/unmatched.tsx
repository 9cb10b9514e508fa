import { supportEmail } from "@staffroom/api";
import { Icon, Panel, StatePanel, useAttempt, usePage } from "@staffroom/ui";
import { Button } from "antd";
import { useEffect, useState, type ReactNode } from "react";
import { useLocation, useNavigate } from "react-router";
import { misfitsAt, ownerOf, retryAreas, standing, useAreas } from "../areas/areas";
import { patchAndReload } from "./reload";
import { ScreenSkeleton } from "./screen";
import { misfitText } from "../areas/versions";

function NotFound({ path }: { path: string }) {
  usePage("404");
  const navigate = useNavigate();
  const body = `I tried to open ${path} and the page was not found.`;
  return (
    <div className="sr-not-found">
      <div className="sr-not-found-mark" aria-hidden />
      <h1>404: page not found</h1>
      <p>This page may still be under construction</p>
      <p>
        You were trying to access <code>{path}</code>
      </p>
      <p>
        <a
          href={`mailto:${supportEmail}?subject=${encodeURIComponent(`Page not found: ${path}`)}&body=${encodeURIComponent(body)}`}
        >
          {supportEmail}
        </a>
      </p>
      <Button type="primary" icon={<Icon name="chevron-left" size={15} />} onClick={() => void navigate(-1)}>
        Go back
      </Button>
    </div>
  );
}

/** The screen of an address without a route: its area is loading or failed, or the address is unknown. */
export function Unmatched() {
  const { pathname } = useLocation();
  useAreas();
  const [busy, attempt] = useAttempt();
  const [lookedUp, setLookedUp] = useState("");
  const state = standing(pathname);
  const owner = ownerOf(pathname);
  // A newly loaded area may have the route of this address.
  useEffect(() => {
    if (state === "ready") void patchAndReload().then(() => setLookedUp(pathname));
  }, [state, pathname]);
  if (state === "loading" || (state === "ready" && lookedUp !== pathname)) return <ScreenSkeleton />;
  if (state === "unknown") return <NotFound path={pathname} />;
  if (state === "unfit") {
    // The area was built for another release of this shell: one was released without the other.
    const text = `${misfitText(misfitsAt(pathname))} Reload the page; if it stays so, tell support. Everything else continues to work.`;
    return (
      <NotAvailable icon="warning" title={`${owner?.title ?? ""} does not fit this version of Staffroom`} text={text}>
        <Button type="primary" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </NotAvailable>
    );
  }
  const retry = () =>
    attempt(() =>
      retryAreas(owner?.name)
        .catch(() => undefined)
        .then(patchAndReload),
    );
  return (
    <NotAvailable
      icon="offline"
      title={`${owner?.title ?? "The areas"} did not load`}
      text={`${owner ? "Everything else continues to work; what" : "What"} you typed elsewhere is kept.`}
    >
      <Button type="primary" loading={busy !== null} onClick={() => void retry()}>
        Retry
      </Button>
    </NotAvailable>
  );
}

function NotAvailable({ children, ...state }: { icon: string; title: string; text: string; children: ReactNode }) {
  usePage("Not available");
  return (
    <Panel>
      <div role="alert">
        <StatePanel {...state} actions={children} />
      </div>
    </Panel>
  );
}

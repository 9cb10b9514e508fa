import { appName, keepVisit, onReconnect, supportEmail, useSession } from "@staffroom/api";
import { mayOpen } from "@staffroom/contract";
import { resumeJobs } from "@staffroom/list";
import {
  closeBugReport,
  closeDialogs,
  LoadingState,
  Panel,
  StatePanel,
  useDialogs,
  useFirstTitle,
  useMedia,
  useOnLeave,
  usePageTitle,
} from "@staffroom/ui";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Navigate, Outlet, useLocation, useMatches, useNavigate } from "react-router";
import { loadAreas, retryAreas, standing } from "../areas/areas";
import { ClientFrame } from "../client/frame";
import { ConnectionBar } from "../top/connection-bar";
import { KeysDialog, useShellKeys } from "../palette/keys";
import { ImpersonationBanner } from "../top/impersonation";
import { Menu, type PanelName } from "../menu/menu";
import { usePersonalSettings } from "../settings/personal";
import { Palette, type PaletteHandle } from "../palette/palette";
import { SkipLink } from "./skip-link";
import { readDestination, SignInAgain, SignInPage } from "../sign-in/sign-in";
import { TopBar } from "../top/top-bar";
import { patchAndReload, type RouteHandle } from "./reload";

/** The frame without content, while the first areas load. */
export function FrameSkeleton() {
  return (
    <div className="sr-shell" aria-busy="true">
      <nav className="sr-menu" aria-hidden />
      <div className="sr-main">
        <div className="sr-top">
          <ConnectionBar />
        </div>
        <main className="sr-content">
          <LoadingState rows={10} />
        </main>
      </div>
    </div>
  );
}

function AccessDenied({ title }: { title: string }) {
  const dialogs = useDialogs();
  useFirstTitle(title);
  useEffect(() => {
    const dialog = dialogs.warn("Access denied", "You do not have access to this page");
    return () => dialog.destroy();
  }, [dialogs]);
  return (
    <Panel>
      <StatePanel
        icon="lock"
        title={`${title} is not open to you`}
        text={
          <>
            If your work needs it, <a href={`mailto:${supportEmail}`}>contact support</a>.
          </>
        }
      />
    </Panel>
  );
}

function useCurrentRoute(): RouteHandle["route"] {
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  return handle?.route ?? null;
}

/** The frame of every screen: guard or sign-in, then menu, top bar and content. */
export function Frame() {
  const session = useSession();
  const { pathname, search } = useLocation();
  const route = useCurrentRoute();

  useEffect(() => {
    if (session.user) loadAreas().catch(() => undefined);
  }, [session.user]);
  useEffect(() => onReconnect(() => void retryAreas().then(patchAndReload, () => undefined)), []);
  const userId = session.user?.id;
  useEffect(() => {
    if (userId !== undefined) resumeJobs();
  }, [userId]);
  usePersonalSettings();
  // This runs before the effects of the next screen, whose own dialogs stay.
  useLayoutEffect(
    () => () => {
      closeDialogs();
      closeBugReport();
    },
    [pathname],
  );

  if (session.status === "restoring") return <FrameSkeleton />;
  const isSignIn = pathname === "/" || pathname === "/login";
  if (!session.user) {
    if (isSignIn) return <SignInPage />;
    if (route?.public)
      return (
        <main className="sr-public">
          <Outlet />
        </main>
      );
    return <Navigate to={`/login?redirect=${encodeURIComponent(pathname + search)}`} replace />;
  }
  if (pathname === "/login") return <Navigate to={readDestination(search)} replace />;
  const denied = !!route && !mayOpen(route.roles, session.user.roleIds);
  if (appName === "client")
    return <ClientFrame>{denied ? <AccessDenied title={route.title} /> : <Outlet />}</ClientFrame>;
  return <SignedInFrame denied={denied} title={route?.title ?? ""} />;
}

/** Milliseconds after which a screen counts as visited. */
const visitTime = 800;
const notVisits = ["/", "/inbox", "/setup", "/password/change"];

/** Saves the screens on which the user stays, for Recent. */
function useKeptVisits(title: string, denied: boolean): void {
  const { pathname } = useLocation();
  const userId = useSession().user?.id;
  const known = standing(pathname) === "ready";
  useEffect(() => {
    if (userId === undefined || denied || !title || !known || notVisits.includes(pathname)) return;
    const timer = setTimeout(() => keepVisit({ title, target: pathname }), visitTime);
    return () => clearTimeout(timer);
  }, [userId, denied, known, title, pathname]);
}

function SignedInFrame({ denied, title }: { denied: boolean; title: string }) {
  const session = useSession();
  const navigate = useNavigate();
  const page = usePageTitle();
  const palette = useRef<PaletteHandle>(null);
  const { pathname } = useLocation();
  const expired = session.status === "expired";
  const openPalette = () => {
    if (!expired) palette.current?.show();
  };
  useEffect(() => {
    if (expired) palette.current?.close();
  }, [expired]);
  const [keys, setKeys] = useState(false);
  const narrow = useMedia("(max-width: 999px)");
  const phone = useMedia("(max-width: 599px)");
  const [wide, setWide] = useState(() => localStorage.getItem("staffroom.menu") !== "narrow");
  // If there is no room, the panel of the menu overlays the screen, and closes on navigation.
  const floating = narrow || !wide;
  const [chosen, setChosen] = useState<PanelName>("");
  const closePanel = () => setChosen("");
  useOnLeave(closePanel);
  const toggleMenu = () => {
    setWide(!wide);
    closePanel();
    localStorage.setItem("staffroom.menu", wide ? "narrow" : "wide");
  };
  const over = floating && !!chosen;
  // Dropdowns are positioned on a resize, before the screen has moved with the menu.
  useEffect(() => void window.dispatchEvent(new Event("resize")), [phone, floating]);
  useEffect(() => {
    if (!over) return;
    const listen = (event: KeyboardEvent) => event.key === "Escape" && setChosen("");
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [over]);
  useKeptVisits(page, denied);
  useShellKeys({ openPalette, openKeys: () => setKeys(true), goHome: () => void navigate("/") });
  return (
    <div className="sr-shell" data-floating={floating || undefined}>
      <SkipLink />
      <Menu floating={floating} phone={phone} chosen={chosen} onChoose={setChosen} />
      {over && <div className="sr-menu-shade" aria-hidden onClick={closePanel} />}
      <div className="sr-main">
        <ImpersonationBanner />
        <TopBar
          onMenu={narrow ? undefined : toggleMenu}
          collapsed={floating}
          onPalette={openPalette}
          onKeys={() => setKeys(true)}
        />
        <main className="sr-content" id="content" tabIndex={-1} data-path={pathname}>
          {denied ? <AccessDenied title={title} /> : <Outlet />}
        </main>
      </div>
      <Palette ref={palette} />
      <KeysDialog open={keys} onClose={() => setKeys(false)} />
      {expired && <SignInAgain />}
    </div>
  );
}

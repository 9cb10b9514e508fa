import { hasRole, useSession } from "@staffroom/api";
import { useMedia, Widget } from "@staffroom/ui";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { ConnectionBar } from "../top/connection-bar";
import { Logo } from "../sign-in/logo";
import { NotificationBell } from "../top/notifications";
import { SignInAgain } from "../sign-in/sign-in";
import { SkipLink } from "../frame/skip-link";
import { UserMenu } from "../top/user-menu";
import { ClientMenu } from "./menu";

/** The frame of the client application: its menu next to the screen, or below it on a phone; no search, no groups. */
export function ClientFrame({ children }: { children: ReactNode }) {
  const { status, user } = useSession();
  const { pathname } = useLocation();
  const phone = useMedia("(max-width: 599px)");
  return (
    <div className="sr-shell" data-floating data-app="client">
      <SkipLink />
      <ClientMenu phone={phone} />
      <div className="sr-main">
        <header className="sr-top">
          <Link className="sr-client-brand" to="/">
            <Logo size={24} /> Staffroom
          </Link>
          <ConnectionBar />
          <span className="sr-spacer" />
          <NotificationBell />
          <UserMenu />
        </header>
        <main className="sr-content" id="content" tabIndex={-1} data-path={pathname}>
          {children}
        </main>
      </div>
      {hasRole(user, "tutor") && <Widget name="terms-gate" props={{}} />}
      {status === "expired" && <SignInAgain />}
    </div>
  );
}

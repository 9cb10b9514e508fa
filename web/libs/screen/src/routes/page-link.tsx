import { appName, useSession } from "@staffroom/api";
import { mayOpen } from "@staffroom/contract";
import type { MouseEvent, ReactNode } from "react";
import { Link, matchPath } from "react-router";
import { useAreas } from "../belonging";

type Props = { to: string; children: ReactNode; onClick?: (event: MouseEvent) => void };

/** A link to a record's page; plain text if the client application has no such screen for the user. */
export function PageLink({ to, children, onClick }: Props) {
  const areas = useAreas();
  const { user } = useSession();
  const route =
    appName === "client" ? areas.flatMap(({ routes }) => routes).find(({ path }) => matchPath(path, to)) : null;
  const isThere = route === null || (route && mayOpen(route.roles, user?.roleIds ?? []));
  return isThere ? (
    <Link to={to} onClick={onClick}>
      {children}
    </Link>
  ) : (
    <>{children}</>
  );
}

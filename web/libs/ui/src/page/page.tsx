import { createStore } from "@staffroom/api";
import type { Badge } from "@staffroom/contract";
import { useEffect, useLayoutEffect, type ReactNode } from "react";
import { useMatches } from "react-router";
import { colorOf } from "../theme/theme";
import { textOn } from "../text/color";

const page = createStore("");

function setPage(title: string): void {
  document.title = title ? `${title} · Staffroom` : "Staffroom";
  page.set(title);
}

/** The title of the current screen. */
export const usePageTitle = page.use;

/** Sets the title of the browser's tab and the shell's top bar while the component is mounted. */
export function usePage(title: string): void {
  useEffect(() => {
    const before = page.get();
    setPage(title);
    // Another screen may already have set its own title.
    return () => (page.get() === title ? setPage(before) : undefined);
  }, [title]);
}

/** Sets the title of the route until the screen sets its own; the shell calls it around the screen. */
export function useFirstTitle(title: string): void {
  // Layout effects run before the effects of the screens inside, whose titles then apply.
  useLayoutEffect(() => setPage(title), [title]);
}

/** The title of the route that is shown. */
export function useRouteTitle(): string {
  const handle = useMatches().at(-1)?.handle as { route?: { title?: string } | null } | undefined;
  return handle?.route?.title ?? "";
}

export function StatusTag({ label, color, value }: { label: string; color?: string | null; value?: string }) {
  const shade = colorOf(color, value ?? label);
  return (
    <span className="sr-tag">
      <i style={{ background: shade }} />
      {label}
    </span>
  );
}

/** A filled label, for small marks such as a department. */
export function ColorLabel({ label, color }: { label: string; color: string }) {
  const shade = colorOf(color);
  return (
    <span className="sr-label-fill" style={{ background: shade, color: textOn(shade) }}>
      {label}
    </span>
  );
}

type PageHeaderProps = {
  title: string;
  subtitle?: ReactNode;
  badges?: readonly Badge[];
  actions?: ReactNode;
  avatar?: ReactNode;
  /** A small control next to the title. */
  mark?: ReactNode;
};

export function PageHeader({ title, subtitle, badges = [], actions, avatar, mark }: PageHeaderProps) {
  usePage(title);
  return (
    <header className="sr-page-header">
      {avatar}
      <div className="sr-page-heading">
        <h1>{title}</h1>
        {mark}
        {badges.map((badge) => (
          <StatusTag key={badge.status} label={badge.status} color={badge.type} />
        ))}
        {subtitle && <div className="sr-page-subtitle">{subtitle}</div>}
      </div>
      {actions && <div className="sr-page-actions">{actions}</div>}
    </header>
  );
}

type PanelProps = {
  title?: ReactNode;
  extra?: ReactNode;
  children: ReactNode;
  flush?: boolean;
};

export function Panel({ title, extra, children, flush }: PanelProps) {
  return (
    <section className="sr-panel">
      {(title || extra) && (
        <div className="sr-panel-head">
          <h2>{title}</h2>
          {extra}
        </div>
      )}
      <div className={flush ? undefined : "sr-panel-body"}>{children}</div>
    </section>
  );
}

import type { ReactNode } from "react";

type WorkspaceProps = {
  main: ReactNode;
  /** Next to `main`; below it if there is too little room for both. */
  side?: ReactNode;
  /** Stays in view at the bottom. */
  foot?: ReactNode;
  /** The name of `side` for screen readers, if its heading does not give it. */
  sideLabel?: string;
  /** Takes the remaining height of its parent, and scrolls inside. */
  fills?: boolean;
  className?: string;
};

/** The layout of a screen with several parts: main content, side content and actions. */
export function Workspace({ main, side, foot, sideLabel, fills, className }: WorkspaceProps) {
  return (
    <div className={["sr-workspace", className].filter(Boolean).join(" ")} data-fills={fills || undefined}>
      <div className="sr-workspace-parts">
        <div className="sr-workspace-main">{main}</div>
        {side && (
          <div className="sr-workspace-side" role={sideLabel ? "group" : undefined} aria-label={sideLabel}>
            {side}
          </div>
        )}
      </div>
      {foot && <div className="sr-workspace-foot">{foot}</div>}
    </div>
  );
}

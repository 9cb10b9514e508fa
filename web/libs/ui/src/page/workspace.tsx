import type { ReactNode } from "react";

type WorkspaceProps = {
  main: ReactNode;
  /** Beside `main`; below it where there is too little room for both. */
  side?: ReactNode;
  /** Stays in sight at the bottom. */
  foot?: ReactNode;
  /** The name of `side` for screen readers, where its heading does not say it. */
  sideLabel?: string;
  /** Takes the height that is left of its parent, and scrolls inside. */
  fills?: boolean;
  className?: string;
};

/**
 * The layout of a screen that is composed of parts: what it is about, what stands beside that, and what is done with
 * it.
 */
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

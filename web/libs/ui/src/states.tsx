import { isUnreachable, lineLost, onLineBack, plainErrorText } from "@staffroom/api";
import { Button, Skeleton } from "antd";
import { Component, useEffect, useEffectEvent, type ErrorInfo, type ReactNode } from "react";
import { openBugReport } from "./bug-report-store";
import { Icon } from "./icon";

type PanelProps = { icon?: string; title: string; text?: ReactNode; actions?: ReactNode; compact?: boolean };

/** A quiet panel in the place of content: says what is the case and what to do next. */
export function StatePanel({ icon = "inbox", title, text, actions, compact }: PanelProps) {
  return (
    <div className={compact ? "sr-state sr-state-compact" : "sr-state"}>
      <span className="sr-state-icon"><Icon name={icon} size={compact ? 18 : 22} /></span>
      <div className="sr-state-title">{title}</div>
      {text && <div className="sr-state-text">{text}</div>}
      {actions && <div className="sr-state-actions">{actions}</div>}
    </div>
  );
}

export const EmptyState = StatePanel;

/** Tries again by itself once the server can be reached. */
function useRetryOnLine(isLost: boolean, onRetry: (() => void) | undefined): void {
  const retry = useEffectEvent(() => onRetry?.());
  useEffect(() => {
    if (!isLost) return;
    // A piece of the page that did not come says as much about the line as a call.
    lineLost();
    return onLineBack(() => retry());
  }, [isLost]);
}

/** What happened, with Retry and Report; where the server cannot be reached it retries by itself. */
export function ErrorState({ error, title = "This did not load", onRetry, compact }: {
  error: unknown; title?: string; onRetry?: () => void; compact?: boolean;
}) {
  const isLost = isUnreachable(error);
  useRetryOnLine(isLost, onRetry);
  if (isLost) {
    return (
      <div role="alert">
        <StatePanel
          icon="offline"
          title="The server cannot be reached"
          text="This comes by itself once it can. What you typed is kept."
          compact={compact}
          actions={onRetry && <Button type="primary" onClick={onRetry}>Retry</Button>}
        />
      </div>
    );
  }
  return (
    <div role="alert">
      <StatePanel
        icon="warning"
        title={title}
        text={plainErrorText(error)}
        compact={compact}
        actions={
          <>
            {onRetry && <Button type="primary" onClick={onRetry}>Retry</Button>}
            <Button onClick={() => openBugReport(error)}>Report</Button>
          </>
        }
      />
    </div>
  );
}

/** Holds the place of content that is on its way. */
export function LoadingState({ rows = 6 }: { rows?: number }) {
  return (
    <div className="sr-loading" role="group" aria-busy="true" aria-label="Loading">
      <Skeleton active title={false} paragraph={{ rows }} />
    </div>
  );
}

type BoundaryProps = { children: ReactNode; title?: string; onRetry?: () => void; resetKey?: string };

/** Keeps a failure where it happened; Retry draws the children anew. */
export class ErrorBoundary extends Component<BoundaryProps, { error: unknown; key?: string }> {
  override state: { error: unknown; key?: string } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error("Unknown error") };
  }

  static getDerivedStateFromProps(props: BoundaryProps, state: { error: unknown; key?: string }) {
    return props.resetKey === state.key ? null : { error: undefined, key: props.resetKey };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error(error, info.componentStack);
  }

  override render() {
    if (this.state.error === undefined) return this.props.children;
    const retry = () => {
      this.props.onRetry?.();
      this.setState({ error: undefined });
    };
    return <ErrorState error={this.state.error} title={this.props.title} onRetry={retry} />;
  }
}

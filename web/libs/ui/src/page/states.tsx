import { ApiError, isUnreachable, connectionLost, onReconnect, plainErrorText } from "@staffroom/api";
import { Button, Skeleton } from "antd";
import { Component, useEffect, useEffectEvent, type ErrorInfo, type ReactNode } from "react";
import { openBugReport } from "../dialogs/bug-report-store";
import { Icon } from "../controls/icon";
import { useListOf } from "./list-of";
import { SlowNote } from "./slow-note";

type PanelProps = { icon?: string; title: string; text?: ReactNode; actions?: ReactNode; compact?: boolean };

/** A panel in place of content, which explains the state and the next step. */
export function StatePanel({ icon = "inbox", title, text, actions, compact }: PanelProps) {
  return (
    <div className={compact ? "sr-state sr-state-compact" : "sr-state"}>
      <span className="sr-state-icon">
        <Icon name={icon} size={compact ? 18 : 22} />
      </span>
      <div className="sr-state-title">{title}</div>
      {text && <div className="sr-state-text">{text}</div>}
      {actions && <div className="sr-state-actions">{actions}</div>}
    </div>
  );
}

export const EmptyState = StatePanel;

/** Retries automatically once the server can be reached. */
function useRetryOnReconnect(isLost: boolean, onRetry: (() => void) | undefined): void {
  const retry = useEffectEvent(() => onRetry?.());
  useEffect(() => {
    if (!isLost) return;
    // A chunk that did not load indicates a lost connection, as a failed call does.
    connectionLost();
    return onReconnect(() => retry());
  }, [isLost]);
}

type ErrorStateProps = {
  error: unknown;
  title?: string;
  onRetry?: () => void;
  onBack?: () => void;
  compact?: boolean;
};

/**
 * An error with Retry and Report; while the server cannot be reached it retries automatically. A missing record links
 * back to its list: with `onBack` if that closes something over the list. Without a `title`, the missing record is one
 * that nobody has submitted yet (teaching.md 2, 8).
 */
export function ErrorState({ error, title, onRetry, onBack, compact }: ErrorStateProps) {
  const isLost = isUnreachable(error);
  const list = useListOf();
  const isMissing = error instanceof ApiError && error.status === 404;
  const isUnsaid = isMissing && title === undefined;
  useRetryOnReconnect(isLost, onRetry);
  if (isLost) {
    return (
      <div role="alert">
        <StatePanel
          icon="offline"
          title="The server cannot be reached"
          text="It loads automatically once the server answers. Your entries are kept on this device."
          compact={compact}
          actions={
            onRetry && (
              <Button type="primary" onClick={onRetry}>
                Retry
              </Button>
            )
          }
        />
      </div>
    );
  }
  return (
    <div role="alert">
      <StatePanel
        icon="warning"
        title={title ?? (isMissing ? "Data missing" : "This did not load")}
        text={isUnsaid ? "This page appears once its data has been submitted." : plainErrorText(error)}
        compact={compact}
        actions={
          <>
            {isUnsaid && <Button onClick={onBack ?? (() => window.history.back())}>Go back</Button>}
            {isMissing && list && (
              <Button type="primary" href={onBack ? undefined : list.address} onClick={onBack}>
                Back to the list of {list.title}
              </Button>
            )}
            {onRetry && (
              <Button type={isMissing && list ? "default" : "primary"} onClick={onRetry}>
                Retry
              </Button>
            )}
            <Button onClick={() => openBugReport(error)}>Report</Button>
          </>
        }
      />
    </div>
  );
}

/** A placeholder for loading content. */
export function LoadingState({ rows = 6 }: { rows?: number }) {
  return (
    <div className="sr-loading" role="group" aria-busy="true" aria-label="Loading">
      <Skeleton active title={false} paragraph={{ rows }} />
      <SlowNote />
    </div>
  );
}

type BoundaryProps = { children: ReactNode; title?: string; onRetry?: () => void; resetKey?: string };

/** An error boundary; Retry renders the children again. */
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

import type { AreaRoute, Piece } from "@staffroom/contract";
import { RouteScreen } from "@staffroom/screen";
import {
  ErrorBoundary,
  ErrorState,
  ListSkeleton,
  PageHeader,
  Panel,
  RecordSkeleton,
  useFirstTitle,
} from "@staffroom/ui";
import { useEffect, useState, type ComponentType } from "react";
import { useLocation } from "react-router";
import { isOutdated } from "../areas/areas";

type OwnRoute = Extract<AreaRoute, { load: Piece }>;

const loaded = new WeakMap<AreaRoute, ComponentType>();

/** A skeleton of a loading screen. */
export function ScreenSkeleton({ title = " ", isRecord = false }: { title?: string; isRecord?: boolean }) {
  if (isRecord) return <RecordSkeleton title={title} avatar />;
  return (
    <>
      <PageHeader title={title} />
      <Panel flush>
        <ListSkeleton />
      </Panel>
    </>
  );
}

/** The screen of a route, with an error boundary and Retry. */
export function Screen({ route }: { route: AreaRoute }) {
  const { pathname } = useLocation();
  useFirstTitle(route.title);
  return (
    <ErrorBoundary title={`${route.title} stopped`} resetKey={pathname}>
      {route.load ? <OwnScreen route={route} /> : <RouteScreen route={route} />}
    </ErrorBoundary>
  );
}

/** A screen of an area, loaded when it is first opened. */
function OwnScreen({ route }: { route: OwnRoute }) {
  const [attempt, setAttempt] = useState(0);
  const [error, setError] = useState<unknown>(null);
  const [, redraw] = useState(0);
  const Content = loaded.get(route);

  useEffect(() => {
    if (loaded.has(route)) return;
    let isUnmounted = false;
    setError(null);
    route.load().then(
      (module) => {
        loaded.set(route, module.default);
        if (!isUnmounted) redraw((n) => n + 1);
      },
      (cause: unknown) => {
        if (!isUnmounted) setError(cause);
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, [route, attempt]);

  const retry = async () => {
    if (await isOutdated()) window.location.reload();
    else setAttempt((n) => n + 1);
  };

  if (error !== null) {
    return (
      <Panel>
        <ErrorState error={error} title={`${route.title} did not load`} onRetry={() => void retry()} />
      </Panel>
    );
  }
  if (!Content) return <ScreenSkeleton title={route.title} isRecord={route.path.endsWith("/:tab?")} />;
  return <Content />;
}

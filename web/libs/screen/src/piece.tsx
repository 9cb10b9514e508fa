import { loadPiece } from "@staffroom/api";
import type { Piece } from "@staffroom/contract";
import { ErrorBoundary, LoadingState } from "@staffroom/ui";
import { lazy, Suspense, type ComponentType } from "react";

const loaded = new WeakMap<object, unknown>();

/** A declared component, loaded when it is first drawn. */
export function LoadedPiece<Props extends object>({ load, props }: { load: Piece<Props>; props: Props }) {
  let Content = loaded.get(load) as ComponentType<Props> | undefined;
  if (!Content) {
    Content = lazy(() => loadPiece(load)) as unknown as ComponentType<Props>;
    loaded.set(load, Content);
  }
  return (
    <ErrorBoundary title="This part did not load" onRetry={() => loaded.delete(load)}>
      <Suspense fallback={<LoadingState rows={5} />}>
        <Content {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}

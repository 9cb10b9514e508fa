import type { WidgetName, WidgetProps } from "@staffroom/contract";
import { loadPiece } from "@staffroom/api";
import { Avatar, ErrorBoundary } from "@staffroom/ui";
import { Skeleton } from "antd";
import { lazy, Suspense, type ComponentType } from "react";
import { readyAreas } from "./areas";

const made = new Map<string, ComponentType<never>>();

/** The first area that offers the widget draws it, inside its own boundary. */
export function widgetOf<Name extends WidgetName>(name: Name): ComponentType<WidgetProps[Name]> | null {
  const area = readyAreas().find((one) => one.widgets[name]);
  const load = area?.widgets[name];
  if (!area || !load) return null;
  const key = `${area.name}:${name}`;
  const before = made.get(key);
  if (before) return before as ComponentType<WidgetProps[Name]>;
  const Piece = lazy(() => loadPiece(load as () => Promise<{ default: ComponentType<object> }>));
  const Guarded = (props: { size?: number }) => (
    <ErrorBoundary title="This part did not load">
      {/* Three lines in the place of a picture would push the name beside it away. */}
      <Suspense fallback={name === "avatar" ? <Avatar name="" size={props.size} /> : <Skeleton active title={false} paragraph={{ rows: 3 }} />}>
        <Piece {...props} />
      </Suspense>
    </ErrorBoundary>
  );
  made.set(key, Guarded as ComponentType<never>);
  return Guarded as ComponentType<WidgetProps[Name]>;
}

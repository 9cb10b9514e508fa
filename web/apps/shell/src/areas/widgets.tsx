import type { WidgetName, WidgetProps } from "@staffroom/contract";
import { loadPiece } from "@staffroom/api";
import { Avatar, ErrorBoundary } from "@staffroom/ui";
import { Skeleton } from "antd";
import { lazy, Suspense, type ComponentType } from "react";
import { readyAreas } from "./areas";

const widgets = new Map<string, ComponentType<never>>();
/** The shell's own widgets, for the areas. */
const own: { [Name in WidgetName]?: () => Promise<{ default: ComponentType<WidgetProps[Name]> }> } = {
  "home.waiting": () => import("../home/waiting-widget"),
};

/** Renders the widget of the first area that has it, inside an error boundary. */
export function widgetOf<Name extends WidgetName>(name: Name): ComponentType<WidgetProps[Name]> | null {
  const area = readyAreas().find((one) => one.widgets[name]);
  const load = own[name] ?? area?.widgets[name];
  if (!load) return null;
  const key = `${own[name] ? "shell" : area?.name}:${name}`;
  const before = widgets.get(key);
  if (before) return before as ComponentType<WidgetProps[Name]>;
  const Piece = lazy(() => loadPiece(load as () => Promise<{ default: ComponentType<object> }>));
  const Guarded = (props: { size?: number }) => (
    <ErrorBoundary title="This part did not load">
      {/* A skeleton of three lines would displace the name next to a picture. */}
      <Suspense
        fallback={
          name === "avatar" ? (
            <Avatar name="" size={props.size} />
          ) : (
            <Skeleton active title={false} paragraph={{ rows: 3 }} />
          )
        }
      >
        <Piece {...props} />
      </Suspense>
    </ErrorBoundary>
  );
  widgets.set(key, Guarded as ComponentType<never>);
  return Guarded as ComponentType<WidgetProps[Name]>;
}

import { AreasProvider } from "@staffroom/screen";
import { WidgetProvider, type WidgetSource } from "@staffroom/ui";
import { useMemo, type ReactNode } from "react";
import { useReadyAreas } from "./areas";
import { widgetOf } from "./widgets";

/**
 * Provides every screen with the widgets of the loaded areas and their parts of records' pages, and updates them with
 * each new area.
 */
export function ProvideAreas({ children }: { children: ReactNode }) {
  const areas = useReadyAreas();
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new function for new areas, so that widgets render again
  const widgets = useMemo<WidgetSource>(() => (name) => widgetOf(name), [areas]);
  return (
    <AreasProvider value={areas}>
      <WidgetProvider value={widgets}>{children}</WidgetProvider>
    </AreasProvider>
  );
}

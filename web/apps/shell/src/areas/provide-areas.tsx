import { AreasProvider } from "@staffroom/screen";
import { WidgetProvider, type WidgetSource } from "@staffroom/ui";
import { useMemo, type ReactNode } from "react";
import { useReadyAreas } from "./areas";
import { widgetOf } from "./widgets";

/**
 * Gives every screen the widgets of the loaded areas and what these have to tell of records, and updates them with each
 * area that comes.
 */
export function ProvideAreas({ children }: { children: ReactNode }) {
  const areas = useReadyAreas();
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- another function for other areas: who shows a widget looks again
  const widgets = useMemo<WidgetSource>(() => (name) => widgetOf(name), [areas]);
  return (
    <AreasProvider value={areas}>
      <WidgetProvider value={widgets}>{children}</WidgetProvider>
    </AreasProvider>
  );
}

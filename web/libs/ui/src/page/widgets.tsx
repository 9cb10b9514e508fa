import type { WidgetName, WidgetProps } from "@staffroom/contract";
import { createContext, useContext, type ComponentType, type ReactNode } from "react";

export type WidgetSource = <Name extends WidgetName>(name: Name) => ComponentType<WidgetProps[Name]> | null;

const Source = createContext<WidgetSource>(() => null);

/** Renders a widget of another area; the shell provides it. */
export const WidgetProvider = Source.Provider;

function useWidget<Name extends WidgetName>(name: Name): ComponentType<WidgetProps[Name]> | null {
  return useContext(Source)(name);
}

/** A widget of another area; `fallback` if no area has it. */
export function Widget<Name extends WidgetName>({
  name,
  props,
  fallback = null,
}: {
  name: Name;
  props: WidgetProps[Name];
  fallback?: ReactNode;
}) {
  const Piece = useWidget(name) as ComponentType<WidgetProps[WidgetName]> | null;
  return Piece ? <Piece {...props} /> : fallback;
}

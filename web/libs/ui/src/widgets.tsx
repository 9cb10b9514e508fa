import type { WidgetName, WidgetProps } from "@staffroom/contract";
import { createContext, useContext, type ComponentType, type ReactNode } from "react";

export type WidgetSource = <Name extends WidgetName>(name: Name) => ComponentType<WidgetProps[Name]> | null;

const Source = createContext<WidgetSource>(() => null);

/** Given by the shell: finds the piece another area offers. */
export const WidgetProvider = Source.Provider;

export function useWidget<Name extends WidgetName>(name: Name): ComponentType<WidgetProps[Name]> | null {
  return useContext(Source)(name);
}

/** A piece of another area; `fallback` where no area offers it. */
export function Widget<Name extends WidgetName>({ name, props, fallback = null }: {
  name: Name; props: WidgetProps[Name]; fallback?: ReactNode;
}) {
  const Piece = useWidget(name) as ComponentType<WidgetProps[WidgetName]> | null;
  return Piece ? <Piece {...props} /> : fallback;
}

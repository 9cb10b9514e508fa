import { AreasProvider } from "@staffroom/screen";
import type { ReactNode } from "react";
import { useReadyAreas } from "./areas";

/** Gives the pages of records what the loaded areas have to tell of them. */
export function Records({ children }: { children: ReactNode }) {
  return <AreasProvider value={useReadyAreas()}>{children}</AreasProvider>;
}

import type { RecordDrawerOptions } from "@staffroom/contract";
import type { Collection } from "./types";

/** The drawer of collection reports, without its content and its footer. */
export const collectionDrawer = {
  param: "collection",
  thing: "/collectionreport",
  called: "The report",
  heading: "{title}",
  fields: false,
} satisfies RecordDrawerOptions<Collection>;

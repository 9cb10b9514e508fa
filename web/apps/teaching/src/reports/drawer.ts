import type { RecordDrawerOptions } from "@staffroom/contract";
import type { Report } from "./types";

/** The drawer of reports, without its content and its footer. */
export const reportDrawer = {
  param: "report",
  thing: "/report",
  called: "The report",
  heading: "{title}",
  fields: false,
} satisfies RecordDrawerOptions<Report>;

import type { RecordDrawerOptions } from "@staffroom/contract";
import type { Slip } from "./types";

/** The drawer of slips, without its content and its footer. */
export const slipDrawer = {
  param: "slip",
  thing: "/slip",
  called: "The slip",
  heading: "{title}",
  fields: false,
  statusOf: ({ slipMeta }) => slipMeta.status,
} satisfies RecordDrawerOptions<Slip>;

import { defineRecordDrawer, type RecordDrawerOptions } from "@staffroom/contract";
import { slipDrawer } from "./drawer";
import { SlipFoot } from "./moves";
import type { Slip } from "./types";

/** A slip over the list that it was opened from, drawn by `load`. */
export const openedSlip = (load: RecordDrawerOptions<Slip>["load"]) =>
  defineRecordDrawer<Slip>({
    ...slipDrawer,
    load,
    footer: (slip, reload) =>
      (slip.moves.length > 0 || slip.may.edit.length > 0) && <SlipFoot slip={slip} onDone={reload} />,
  });

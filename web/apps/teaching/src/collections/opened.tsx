import { defineRecordDrawer } from "@staffroom/contract";
import { collectionDrawer } from "./drawer";
import { CollectionFoot } from "./moves";
import type { Collection } from "./types";

/** A collection report over the list that it was opened from. */
export const openedCollection = defineRecordDrawer<Collection>({
  ...collectionDrawer,
  load: () => import("./view"),
  footer: (report, reload) => <CollectionFoot report={report} onDone={reload} />,
});

import { defineRoom } from "@staffroom/contract";

/** A person's notice settings. */
export const notices = defineRoom({ widgets: { "notice-settings": () => import("./settings") } });

import { defineRoom } from "@staffroom/contract";

/** Which notices a person gets, in the settings. */
export const notices = defineRoom({ widgets: { "notice-settings": () => import("./settings") } });

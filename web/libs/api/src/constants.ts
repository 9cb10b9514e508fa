/** The application: `client` below `/client/`, else `staff`. Both are one build. */
export const appName: "staff" | "client" = /\/client\/(?:index\.html)?$/.test(globalThis.location?.pathname ?? "")
  ? "client"
  : "staff";
const storage = appName === "client" ? "staffroom-client." : "staffroom.";
/** Storage key of this application; each application clears its own at sign-out. */
export const storageKey = (name: string): string => storage + name;

/** Limits and names of platform.md 9. */
export const appVersion = "1.103.0";
export const schoolName = "Staffroom";
export const supportEmail = "support@staffroom.example";
export const sessionMinutes = 240;
export const searchDebounceMs = 300;
export const editorDebounceMs = 1000;
export const exportDelayMs = 1500;

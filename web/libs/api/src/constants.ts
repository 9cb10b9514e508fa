/** Limits and names of platform.md 9. */
export const appName = "staff";
export const appVersion = "1.102.79";
export const schoolName = "Staffroom";
export const supportEmail = "support@staffroom.example";
export const sessionMinutes = 240;
export const searchDebounceMs = 300;
export const editorDebounceMs = 1000;
export const exportDelayMs = 1500;

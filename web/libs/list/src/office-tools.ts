import { appName } from "@staffroom/api";

/**
 * Selection, export, figures, columns and views are tools of the back office; lists of the client application have
 * rows, tabs, search and filters.
 */
export const hasOfficeTools = appName === "staff";

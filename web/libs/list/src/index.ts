import "./style.css";

export * from "./request/address";
export * from "./table/cells";
export { chosenIds } from "./selection/chosen-ids";
export { DayPicker } from "./filters/day-picker";
export { ExportButton } from "./jobs/export";
export { isTyping, mayAskForKeys, useKey } from "./screen/keys";
export { resumeJobs, tellLater } from "./jobs/later";
export * from "./screen/list-screen";
export { takeBack } from "./jobs/move-result";
export { MoveResultDialog } from "./jobs/move-result-dialog";
export { saveAsTable } from "./views/save-as-table";
export { queryIn } from "./views/saved-views";
export * from "./selection/selection";
export { TallList, type TallColumn } from "./screen/tall-list";
export { viewIn } from "./views/view-button";

import "./style.css";

export * from "./address";
export * from "./cells";
export { chosenIds } from "./chosen-ids";
export { DayPicker } from "./day-picker";
export { ExportButton } from "./export";
export { isTyping, mayAskForKeys, useKey } from "./keys";
export { resumeJobs, tellLater } from "./later";
export * from "./list-screen";
export { takeBack } from "./move-result";
export { MoveResultDialog } from "./move-result-dialog";
export { saveAsTable } from "./save-as-table";
export { queryIn } from "./saved-views";
export * from "./selection";
export { TallList, type TallColumn } from "./tall-list";
export { viewIn } from "./view-button";

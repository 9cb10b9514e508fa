import "./style.css";

export { Grid } from "./grid";
export { saveFields } from "./save-record";
export type { CellChange, CellTools, GridColumn, GridHandle, GridProps, Refusal, Refusals, RowKey } from "./types";

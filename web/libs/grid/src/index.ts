import "./style.css";

export { Grid } from "./grid";
export { saveFields } from "./model/save-record";
export type {
  CellChange,
  CellTools,
  GridColumn,
  GridHandle,
  GridPlace,
  GridProps,
  Refusal,
  Refusals,
  RowKey,
} from "./model/types";

import "./style.css";

export * from "./chart";
export { FigureTable } from "./figure-table";
export { currenciesIn, formatFigure, mostRibbons } from "./plot";

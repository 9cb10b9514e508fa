import "./style.css";

export * from "./chart";
export { FigureTable } from "./figure-table";
export { mostRibbons } from "./chord";
export { currenciesIn, formatFigure } from "./figure";

import "./style.css";

export { AreasProvider } from "./belonging";
export * from "./choices";
export { OpenNeighbours } from "./neighbour-buttons";
export * from "./record-drawer";
export * from "./route-screen";
export { viewsOf } from "./views";

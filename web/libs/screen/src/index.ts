import "./style.css";

export { AreasProvider } from "./belonging";
export * from "./choices";
export * from "./record-drawer";
export * from "./route-screen";
export { viewsOf } from "./views";

import "./style.css";

export * from "./choices";
export * from "./record-drawer";
export * from "./route-screen";

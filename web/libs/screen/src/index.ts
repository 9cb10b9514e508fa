import "./style.css";

export * from "./choices";
export * from "./home-list";
export * from "./record-drawer";
export * from "./route-screen";

import "./style.css";

export * from "./dates";
export * from "./dialog";
export * from "./drafts";
export * from "./form";
export * from "./history";
export * from "./input";
export * from "./options";
export * from "./sections";
export * from "./show-value";
export * from "./use-field";
export * from "./validation";
export * from "./values";

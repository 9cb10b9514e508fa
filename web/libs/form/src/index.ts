import "./style.css";

export * from "./dates";
export * from "./dialog";
export * from "./drafts";
export { FormField } from "./field";
export * from "./form";
export * from "./history";
export { FieldInput, toDraft, toWire, type FieldInputProps } from "./inputs";
export * from "./options";
export { messages } from "./rules";
export * from "./sections";
export * from "./show-value";
export * from "./use-field";
export * from "./use-fields";
export * from "./use-form";
export * from "./validation";
export * from "./values";

export * from "./moves";

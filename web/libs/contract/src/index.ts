export * from "./api";
export * from "./area";
export * from "./calls";

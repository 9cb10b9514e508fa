export * from "./api";
export * from "./area";

export * from "./api";
export * from "./area";
export * from "./calls";
export * from "./figures";
export * from "./rights";
export * from "./screens";
export * from "./widgets";
export * from "./personal";

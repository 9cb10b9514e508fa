export * from "./lists";
export * from "./render";
export { createFake, studentColumns } from "./fake.mjs";

import { afterEach, vi } from "vitest";
import { forgetEverything } from "./render";

// These test files share their modules, so that each must leave nothing behind.
afterEach(() => {
  vi.useRealTimers();
  forgetEverything();
  vi.unstubAllGlobals();
});

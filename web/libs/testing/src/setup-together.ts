import { afterEach, vi } from "vitest";
import { forgetEverything } from "./render";

// These test files share their modules, so each must clean up.
afterEach(() => {
  vi.useRealTimers();
  forgetEverything();
  vi.unstubAllGlobals();
});

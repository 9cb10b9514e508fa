import { cleanup, configure, getConfig } from "@testing-library/react";
import { afterEach } from "vitest";
import { addStyles } from "./styles";

// Browser functions that antd needs and jsdom lacks.
window.matchMedia = (query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addListener() {},
  removeListener() {},
  addEventListener() {},
  removeEventListener() {},
  dispatchEvent: () => false,
});
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Element.prototype.scrollTo = () => undefined;
Element.prototype.scrollBy = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
// The rich text editor scrolls to the caret, a frame later.
Range.prototype.getClientRects = () => Object.assign([], { item: () => null });
Range.prototype.getBoundingClientRect = () => new DOMRect();
const computed = window.getComputedStyle;
window.getComputedStyle = (element) => computed(element);
addStyles();

configure((usual) => ({
  // On a busy machine jsdom takes seconds to render a table of antd.
  asyncUtilTimeout: 10_000,
  // A waiting query adds the page to its error when it times out, and need not print it at every check.
  getElementError: (message, container) => {
    const { _disableExpensiveErrorDiagnostics: waits } = getConfig() as { _disableExpensiveErrorDiagnostics?: boolean };
    return waits
      ? Object.assign(new Error(message ?? ""), { name: "TestingLibraryElementError" })
      : usual.getElementError(message, container);
  },
}));

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

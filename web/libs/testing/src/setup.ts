import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// Browser functions that antd needs and jsdom lacks.
window.matchMedia = (query: string) => ({
  matches: false, media: query, onchange: null,
  addListener() {}, removeListener() {}, addEventListener() {}, removeEventListener() {}, dispatchEvent: () => false,
});
window.ResizeObserver = class { observe() {} unobserve() {} disconnect() {} };
Element.prototype.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
// The editor of rich text scrolls to where one writes, a frame later.
Range.prototype.getClientRects = () => Object.assign([], { item: () => null });
Range.prototype.getBoundingClientRect = () => new DOMRect();
const computed = window.getComputedStyle;
window.getComputedStyle = (element) => computed(element);

// On a busy machine jsdom takes seconds to render a table of antd.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

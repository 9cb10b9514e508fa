import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// What antd asks of a browser and jsdom does not have.
vi.stubGlobal("matchMedia", (query: string) => ({
  matches: false, media: query, onchange: null,
  addListener() {}, removeListener() {}, addEventListener() {}, removeEventListener() {}, dispatchEvent: () => false,
}));
vi.stubGlobal("ResizeObserver", class { observe() {} unobserve() {} disconnect() {} });
Element.prototype.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
const computed = window.getComputedStyle;
window.getComputedStyle = (element) => computed(element);

// A busy machine draws a table of antd in seconds under jsdom.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

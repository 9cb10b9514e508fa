import type { Plugin } from "vite";

export function hasTexts(file: string): boolean;
export function wrapTexts(source: string, file: string): string | null;
export function textsOf(source: string, file: string): { text: string; line: number }[];
export const vitePlugin: Plugin;

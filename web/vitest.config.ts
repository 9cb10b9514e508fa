import { defineConfig } from "vitest/config";

const json = process.env.VITEST_JSON;

export default defineConfig({
  test: {
    environment: "jsdom",
    include: ["apps/*/src/**/*.test.{ts,tsx}", "libs/*/src/**/*.test.{ts,tsx}"],
    setupFiles: ["libs/testing/src/setup.ts"],
    css: false,
    maxWorkers: 2,
    testTimeout: 60_000,
    reporters: json ? ["default", "json"] : ["default"],
    ...(json ? { outputFile: { json } } : {}),
    env: { TZ: "America/New_York" },
  },
});

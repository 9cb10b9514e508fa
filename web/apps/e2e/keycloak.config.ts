import { defineConfig } from "@playwright/test";
import usual from "./playwright.config";

/**
 * Stories of signing in with Keycloak (`make up SIGN_IN=keycloak`). They run one after the other, because the last ones
 * stop Keycloak.
 */
export default defineConfig({
  ...usual,
  projects: undefined,
  testDir: "./keycloak",
  outputDir: "../../test-results/keycloak",
  workers: 1,
  fullyParallel: false,
});

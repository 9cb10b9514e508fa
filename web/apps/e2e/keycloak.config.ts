import { defineConfig } from "@playwright/test";
import usual from "./playwright.config";

/** The stories of signing in with Keycloak (`make up SIGN_IN=keycloak`), one after the other: the last ones stop it. */
export default defineConfig({
  ...usual,
  projects: undefined,
  testDir: "./keycloak",
  outputDir: "../../test-results/keycloak",
  workers: 1,
  fullyParallel: false,
});

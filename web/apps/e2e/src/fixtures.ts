import { expect, test as base, type Page } from "@playwright/test";

/** Demo accounts with the staff role, and those without. */
export const staffAccounts = [
  "sysadmin", "accounting", "cancels", "finance", "academic", "exams", "compliance", "website", "techsupport", "tutorsupport", "staff",
] as const;
export const otherAccounts = ["tutor", "pt", "student", "client", "candidate", "invigilator", "agent"] as const;
export type Account = (typeof staffAccounts)[number] | (typeof otherAccounts)[number];
export const password = "staffroom";

export async function fillSignIn(page: Page, username: string, secret = password): Promise<void> {
  await page.getByLabel("User name").fill(username);
  await page.getByLabel("Password").fill(secret);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Opens an address as the account and waits for the frame. */
export async function openAs(page: Page, username: Account, route = "/"): Promise<void> {
  await page.goto(`/#/login?redirect=${encodeURIComponent(route)}`);
  await fillSignIn(page, username);
  await expect(page.getByRole("navigation", { name: "Main menu" })).toBeVisible();
}

export const test = base.extend<{ problems: string[] }>({
  /** What the page's console complained of; a test that uses it says what may be there. */
  problems: async ({ page }, run) => {
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error" && /Content Security Policy|TypeError|Warning:/.test(message.text())) problems.push(message.text());
    });
    await run(problems);
  },
});
export { expect };

import type { Page } from "@playwright/test";
import { codeOf, plugInKey, stepNow } from "./factors";
import { button, dialog, expect, fillSignIn, heading, mainMenu, openAnewAs, openAs, password, test } from "./fixtures";

/** An authenticator app: the code of a step that was not used yet; the server accepts the next step too. */
class App {
  private step = stepNow() - 2;
  constructor(private readonly secret: string) {}

  async code(page: Page): Promise<string> {
    this.step = Math.max(this.step + 1, stepNow() - 1);
    while (this.step > stepNow() + 1) await page.waitForTimeout(500);
    return codeOf(this.secret, this.step);
  }
}

/** An account that no other test uses for signing in. */
const spare = "staff40",
  spareId = 40;

async function signOut(page: Page): Promise<void> {
  await page.locator(".sr-top-user").click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
}

test("an app, a recovery code or a passkey completes sign-in after the password, also in place; sysAdmin removes them", async ({
  page,
  admin,
}) => {
  await plugInKey(page);
  try {
    await openAs(page, spare);
    await page.locator(".sr-top-user").click();
    await page.getByRole("menuitem", { name: "Sign-in and security" }).click();
    await expect(heading(page, "Sign-in and security")).toBeVisible();

    await page.getByRole("button", { name: "Add a second factor" }).click();
    const adding = dialog(page, "Add a second factor");
    await adding.getByLabel("Present password").fill(password);
    await button(adding, "Go on").click();
    await expect(adding.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
    const app = new App((await adding.locator("code").textContent()) ?? "");
    const code = adding.getByLabel("Enter the code that the app shows");
    await code.fill("000000");
    await button(adding, "Add authenticator app").click();
    await expect(adding.getByRole("alert")).toHaveText(
      "This code is wrong. Please type the code that the app shows now",
    );
    await code.fill(await app.code(page));
    await button(adding, "Add authenticator app").click();
    const codes = adding.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
    await expect(codes).toHaveCount(10);
    const recovery = await codes.allTextContents();
    await button(adding, "I have kept them").click();
    await expect(page.getByText("You have 10 recovery codes left.")).toBeVisible();

    await signOut(page);
    await fillSignIn(page, spare);
    const field = page.getByLabel("Code from your authenticator app");
    await expect(field).toBeFocused();
    await field.fill("000000");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("alert")).toHaveText("This code is wrong, or has already been used");
    await field.fill(await app.code(page));
    await field.press("Enter");
    await expect(mainMenu(page)).toBeVisible();

    await page.goto("/#/security");
    await page.getByRole("button", { name: "Add a second factor" }).click();
    await adding.getByLabel("Code from your authenticator app").fill(await app.code(page));
    await button(adding, "Go on").click();
    await adding.getByText("Passkey", { exact: true }).click();
    await adding.getByLabel("Name, so that you recognise it").fill("This laptop");
    await button(adding, "Add passkey").click();
    await expect(page.getByRole("list", { name: "Second factors" }).getByRole("listitem")).toHaveText([
      /^Authenticator app/,
      /^This laptop/,
    ]);

    await signOut(page);
    await fillSignIn(page, spare);
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code").fill(recovery[0]?.toUpperCase() ?? "");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(mainMenu(page)).toBeVisible();

    // The dialog keeps the typed text while both steps start a new session.
    await page.goto("/#/security");
    await page.getByRole("button", { name: "Rename This laptop" }).click();
    const name = page.getByLabel("Name of This laptop");
    await name.fill("The laptop at home");
    expect((await page.request.post("/api/v1/auth/logout")).ok()).toBe(true);
    await name.press("Enter");
    const again = dialog(page, "Your session has ended");
    await again.getByLabel("Password").fill(password);
    await button(again, "Sign in").click();
    await button(again, "Use passkey").click();
    await expect(again).toBeHidden();
    await expect(page.getByText("The laptop at home")).toBeVisible();
    await expect(page.getByText("You have 9 recovery codes left.")).toBeVisible();

    await openAnewAs(page, "sysadmin", `/users/${spareId}`);
    await page.getByRole("button", { name: "Remove second factors" }).click();
    await button(dialog(page, "Remove the second factors?"), "Remove second factors").click();
    await expect(page.getByRole("button", { name: "Remove second factors" })).toBeHidden();
    expect((await admin.get(`/users/${spareId}`)).secondFactors).toEqual([]);
  } finally {
    await admin.post(`/users/${spareId}/second-factors/remove`).catch(() => undefined);
  }
});

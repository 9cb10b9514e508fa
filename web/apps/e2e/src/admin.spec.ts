import { dialog, expect, heading, mainMenu, openAs, openEntry, rowsOf, settled, test, unique } from "./fixtures";

test("sysAdmin acts as another user, sees that on every screen, and stops", async ({ page, admin }) => {
  const user = await admin.user(["staff", "website"]);
  await openAs(page, "sysadmin", `/users/${user.id}`);
  await page.getByRole("button", { name: "Impersonate" }).click();
  const ask = dialog(page, `Act as ${user.name}?`);
  const begin = ask.getByRole("button", { name: `Act as ${user.name}` });
  await begin.click();
  await expect(ask.getByText("Field is required")).toBeVisible();
  await page.getByRole("dialog", { name: "Form errors" }).getByRole("button", { name: "OK" }).click();
  const reason = unique("Ticket ");
  await ask.getByLabel(/^Reason/).fill(reason);
  await begin.click();
  const banner = page.locator(".sr-impersonation");
  await expect(banner).toContainText(`You are seeing Staffroom as ${user.name}`);
  await mainMenu(page).getByRole("link", { name: "Setup", exact: true }).click();
  const cards = page.getByRole("navigation", { name: "Setup" });
  await expect(cards.getByRole("link", { name: "Departments" })).toBeVisible();
  await expect(cards.getByRole("link", { name: "Roles", exact: true })).toHaveCount(0);
  await page.goto("/#/orgs");
  await expect(page.getByRole("dialog").getByText("You do not have access to this page")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "OK" }).click();
  await openEntry(page, "Setup", "Departments");
  await page.reload();
  await expect(banner).toContainText(user.name);
  await banner.getByRole("button", { name: "Stop" }).click();
  await expect(banner).toBeHidden();
  await mainMenu(page).getByRole("link", { name: "Setup", exact: true }).click();
  await expect(cards.getByRole("link", { name: "Roles", exact: true })).toBeVisible();
  const rows = await admin.get<{ kind: string; detail: string }[]>("/auth/audit", {
    userId: user.id,
    page: 1,
    pageSize: 10,
  });
  const kinds = rows.map((row) => row.kind);
  expect(rows.find(({ kind }) => kind === "impersonationStarted")?.detail).toBe(reason);
  expect(kinds).toContain("impersonationEnded");
});

test("a role is granted and revoked on the roles screen, and the audit list has both", async ({ page, admin }) => {
  const user = await admin.user(["staff"]);
  const roles = async () => (await admin.get<{ roleIds: string[] }>(`/users/${user.id}`)).roleIds;
  await openAs(page, "sysadmin", "/admin/roles");
  await page
    .getByRole("list", { name: "Roles" })
    .getByRole("button", { name: /^Calendar/ })
    .click();
  // If the panel of the previous role were still open, it would lose the typed text.
  await settled(page);
  await page.getByLabel("Add", { exact: true }).fill(user.username);
  await page.locator(".ant-select-dropdown:visible .ant-select-item-option").filter({ hasText: user.username }).click();
  const member = rowsOf(page).filter({ hasText: user.username });
  await expect(member).toBeVisible();
  expect(await roles()).toContain("calendar");

  await member.getByRole("button", { name: "Remove" }).click();
  const ask = page.getByRole("dialog").filter({ hasText: "Remove from Calendar?" });
  await expect(ask).toContainText(`${user.name} loses what Calendar opens and is signed out at once.`);
  await ask.getByRole("button", { name: "Remove" }).click();
  await expect(member).toHaveCount(0);
  expect(await roles()).not.toContain("calendar");

  await openEntry(page, "Setup", "Audit");
  await expect(heading(page, "Audit")).toBeVisible();
  const entry = rowsOf(page).filter({ hasText: user.name }).filter({ hasText: "Roles changed" });
  await expect(entry).toHaveCount(2);
});

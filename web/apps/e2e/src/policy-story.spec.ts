import { faults } from "./axe";
import { button, dialog, expect, openAs, openClientAs, test } from "./fixtures";

test("a policy is overdue for a tutor, who reads and signs it, and chased by its administrator @all", async ({ page, admin }) => {
  const [asked] = await admin.get<{ fileId: number; folderId: number; document: string }[]>("/library/signing", { state: "overdue", search: "Safeguarding", page: 1, pageSize: 10 });
  await openAs(page, "sysadmin", `/library/${asked?.folderId}?file=${asked?.fileId}`);
  const panel = page.getByRole("complementary", { name: `Details of ${asked?.document}` });
  await test.step("its administrator reminds those who have not signed", async () => {
    const part = panel.getByRole("region", { name: "Read and sign" });
    await expect(part).toContainText(/\d+ of \d+ signed, \d+ overdue/);
    expect(await faults(page)).toEqual([]);
    await button(part, "Remind those who have not").click();
    await expect(page.getByText(/people are reminded/)).toBeVisible();
  });
  await test.step("two versions are compared", async () => {
    await button(panel, "Compare").click();
    await expect(dialog(page, /^Compare versions of/).getByRole("status")).toContainText(/added, \d+ removed/, { timeout: 30_000 });
    await page.keyboard.press("Escape");
  });
  await test.step("a tutor opens it, then signs it", async () => {
    await openClientAs(page, "tutor", "/library/sign");
    await button(page.locator("main"), `Read and sign ${asked?.document}`).click();
    const sign = dialog(page, `Sign ${asked?.document}`);
    await expect(button(sign, "Sign document")).toBeDisabled();
    await button(sign, "Open document").click();
    await expect(page.getByRole("region", { name: "File viewer" })).toContainText("Safeguarding");
    await page.keyboard.press("Escape");
    await sign.getByRole("checkbox").check();
    await button(sign, "Sign document").click();
    await expect(page.getByText(`${asked?.document} is signed`)).toBeVisible();
  });
});

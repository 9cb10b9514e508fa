import { faults } from "./axe";
import { dialog, expect, openAs, openClientAs, rowsOf, test, unique } from "./fixtures";

test("a tutor's draft is kept and then posted, the academic office replies by keys and sees the figures by author", async ({
  page,
}) => {
  const text = `Spoke with the family, ${unique()}`;
  await openClientAs(page, "tutor", "/journal?new=true");
  const form = dialog(page, "Journal entry");
  await form.getByLabel("Entry").fill(text);
  await page.reload();
  await page.getByRole("button", { name: "Write entry" }).click();
  await expect(form.getByText(text)).toBeVisible();
  await form.getByRole("button", { name: "Add entry" }).click();
  await expect(page.getByText("Journal entry added")).toBeVisible();
  await page.getByRole("button", { name: new RegExp(text) }).click();
  await expect(page.getByRole("article").getByText(text)).toBeVisible();
  expect(await faults(page)).toEqual([]);

  await openAs(page, "academic", "/journal?whose=mine,others");
  await page.getByRole("searchbox", { name: "Search entries" }).fill(text);
  await page.getByRole("button", { name: new RegExp(text) }).click();
  await expect(page.getByRole("article").getByText(text)).toBeVisible();
  await page.keyboard.press("r");
  const answer = page.getByRole("dialog", { name: /^Reply to/ });
  await answer.getByLabel("Entry").fill("Thank you");
  await answer.getByRole("button", { name: "Add entry" }).click();
  await expect(page.getByRole("article").getByText("Thank you")).toBeVisible();
  await openAs(page, "academic", "/academic-office/journal-usage?hasWritten=true");
  await expect(rowsOf(page).first()).toBeVisible();
  expect(await faults(page)).toEqual([]);
});

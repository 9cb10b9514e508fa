import { button, dialog, expect, heading, londonDay, openAnewAs, openAs, openEntry, rowsOf, test, unique } from "./fixtures";

test("a notice is written, approved by another person, and stands on the public site until it is withdrawn", async ({ page }) => {
  const title = unique("Closed ");
  const published = async (path = ".html?language=en"): Promise<string> => (await page.request.get(`/api/v1/public/notices${path}`, { headers: { "Cache-Control": "no-cache" } })).text();
  await openAs(page, "website");
  await openEntry(page, "Setup", "Website");
  await expect(heading(page, "Website")).toBeVisible();
  await button(page.locator("main"), /^Add/).click();
  const form = page.getByRole("dialog");
  await form.getByLabel(/^Title/).fill(title);
  await form.getByRole("textbox", { name: /^Text/ }).fill("We open again on Tuesday.");
  await form.getByLabel(/^From/).fill(londonDay().split("-").toReversed().join("/"));
  await form.getByLabel(/^From/).press("Tab");
  await form.locator(".ant-modal-footer, form").getByRole("button", { name: /^Add/ }).click();
  await page.getByRole("link", { name: title }).click();
  await expect(heading(page, title)).toBeVisible();
  await page.getByRole("tab", { name: "Preview" }).click();
  await expect(page.locator(".id-preview")).toContainText("We open again on Tuesday.");
  await button(page.locator("main"), "Submit").click();
  await expect(page.getByText("Waiting for approval").first()).toBeVisible();
  await expect(button(page.locator("main"), "Approve")).toHaveCount(0);
  expect(await published()).not.toContain(title);

  const address = page.url().split("#")[1]?.replace("/preview", "") ?? "";
  await openAnewAs(page, "sysadmin", address);
  await button(page.locator("main"), "Approve").click();
  await button(dialog(page, `Approve ${title}?`), "Approve notice").click();
  await expect(page.getByText("Live", { exact: true }).first()).toBeVisible();
  expect(await published()).toContain(`<h3>${title}</h3>`);
  expect(await published(".rss")).toContain(`<title>${title}</title>`);

  // The snippet on a page of its own, as another site has it.
  await page.goto("/api/v1/public/notices.js");
  expect(await page.locator("body").textContent()).toContain("data-staffroom-notices");

  await openAs(page, "sysadmin", address);
  await button(page.locator("main"), "Withdraw").click();
  const ask = dialog(page, `Withdraw ${title}?`);
  await ask.getByLabel(/^Reason/).fill("Open after all");
  await button(ask, "Withdraw notice").click();
  await expect(page.getByText("Withdrawn", { exact: true }).first()).toBeVisible();
  expect(await published()).not.toContain(title);
  await page.goto("/#/admin/website?state=withdrawn");
  await expect(rowsOf(page).filter({ hasText: title })).toBeVisible();
});

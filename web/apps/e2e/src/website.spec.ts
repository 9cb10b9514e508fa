import {
  button,
  dialog,
  expect,
  heading,
  londonDay,
  openAnewAs,
  openAs,
  openEntry,
  rowsOf,
  test,
  unique,
} from "./fixtures";

test("a notice is approved by another person, and is on the public site until it is withdrawn", async ({
  page,
  admin,
}) => {
  const title = unique("Closed ");
  const published = async (path = ".html?language=en"): Promise<string> =>
    (await page.request.get(`/api/v1/public/notices${path}`, { headers: { "Cache-Control": "no-cache" } })).text();
  const draft = {
    title,
    body: "<p>We open again on Tuesday.</p>",
    language: "en",
    priority: "normal",
    shownFrom: londonDay(),
  };
  const { id } = await admin.send<{ id: number }>("POST", "/website-notices", { data: draft });
  await openAs(page, "sysadmin");
  await openEntry(page, "Setup", "Website");
  await expect(heading(page, "Website")).toBeVisible();
  await page.goto(`/#/admin/website/${id}/preview`);
  await expect(heading(page, title)).toBeVisible();
  await expect(page.locator(".id-preview")).toContainText("We open again on Tuesday.");
  await button(page.locator("main"), "Submit").click();
  await expect(page.getByText("Waiting for approval").first()).toBeVisible();
  await expect(button(page.locator("main"), "Approve")).toHaveCount(0);
  expect(await published()).not.toContain(title);

  await openAnewAs(page, "website", `/admin/website/${id}`);
  await button(page.locator("main"), "Approve").click();
  await button(dialog(page, `Approve ${title}?`), "Approve notice").click();
  await expect(page.getByText("Live", { exact: true }).first()).toBeVisible();
  expect(await published()).toContain(`<h3>${title}</h3>`);
  expect(await published(".rss")).toContain(`<title>${title}</title>`);

  await button(page.locator("main"), "Withdraw").click();
  const ask = dialog(page, `Withdraw ${title}?`);
  await ask.getByLabel(/^Reason/).fill("Open after all");
  await button(ask, "Withdraw notice").click();
  await expect(page.getByText("Withdrawn", { exact: true }).first()).toBeVisible();
  expect(await published()).not.toContain(title);
  await page.goto("/#/admin/website?state=withdrawn");
  await expect(rowsOf(page).filter({ hasText: title })).toBeVisible();
});

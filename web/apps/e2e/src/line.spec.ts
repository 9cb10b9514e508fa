import { dialog, expect, heading, openAs, openEntry, rowsOf, test } from "./fixtures";
import { all } from "./sizes";

test("offline a screen says that the server cannot be reached, and loads automatically afterwards", async ({
  page,
  context,
}) => {
  await openAs(page, "staff", "/departments");
  await expect(rowsOf(page).first()).toBeVisible();
  await context.setOffline(true);
  await openEntry(page, "Teaching", "Courses");
  const failure = page.locator("main").getByRole("alert");
  await expect(failure).toContainText("The server cannot be reached");
  await expect(page.locator("body")).not.toContainText(/chunk|http:|\.js/i);
  await context.setOffline(false);
  await expect(rowsOf(page).first()).toBeVisible({ timeout: 45_000 });
  await expect(failure).toHaveCount(0);
});

test("an offline change waits, says so, and is saved once online; nothing on the page moves", async ({
  page,
  context,
  admin,
}) => {
  const { id } = await admin.student();
  for (const [name, value] of [
    ["preferredName", "Addy"],
    ["nationality", "British"],
  ] as const)
    await admin.put(`/students/${id}`, name, value);
  await openAs(page, "staff", `/students/${id}`);
  const field = page.locator("[data-field='preferredName']");
  const below = page.locator("[data-field='nationality']");
  await expect(field).toBeVisible();
  const places = async () => [await field.boundingBox(), await below.boundingBox()];
  const before = await places();
  await context.setOffline(true);
  await field.getByRole("textbox").fill("Ada");
  expect(await places()).toEqual(before);
  await field.getByRole("textbox").blur();
  await expect(field).toContainText("Saved once the server can be reached");
  await expect(page.locator(".sr-line")).toContainText("One change waits and is sent automatically: Preferred name");
  expect(await places()).toEqual(before);
  await context.setOffline(false);
  await expect(field).toContainText("Saved", { timeout: 45_000 });
  await expect(page.locator(".sr-line")).toHaveCount(0, { timeout: 45_000 });
  expect(await places()).toEqual(before);
  await expect
    .poll(async () => (await admin.get<{ preferredName: string }>(`/students/${id}`)).preferredName)
    .toBe("Ada");
});

test("a slow screen shows its name and a skeleton, not the previous screen", async ({ page }) => {
  await openAs(page, "staff", "/departments");
  await expect(heading(page, "Departments")).toBeVisible();
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route("**/remotes/finance/**", async (route) => {
    await released;
    await route.continue();
  });
  await openEntry(page, "Insights", "Invoice statistics");
  await expect(heading(page, "Invoice statistics")).toBeVisible();
  await expect(heading(page, "Departments")).toHaveCount(0);
  await expect(page.locator("main .sr-skeleton[aria-busy='true']").first()).toBeVisible();
  release();
  await expect(page.getByRole("table", { name: "By status" })).toBeVisible();
});

test("dialogs close with the screen on which they were opened", async ({ page }) => {
  await openAs(page, "sysadmin", "/departments");
  await expect(rowsOf(page).first()).toBeVisible();
  await openEntry(page, "Setup", "Organisations");
  await expect(heading(page, "Organisations")).toBeVisible();
  await page.getByRole("button", { name: "New organisation", exact: true }).click();
  const form = page.getByRole("dialog", { name: "New organisation" });
  await form.getByRole("button", { name: "Add organisation", exact: true }).click();
  await expect(dialog(page, "Form errors")).toBeVisible();
  await page.goBack();
  await expect(heading(page, "Setup")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("?");
  await expect(dialog(page, "Keys")).toBeVisible();
  await page.goForward();
  await expect(heading(page, "Organisations")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test(
  "on a slow connection a screen says that it is loading, and never that it failed",
  all,
  async ({ page, context }) => {
    test.slow();
    const line = await context.newCDPSession(page);
    await line.send("Network.enable");
    await line.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 1500,
      downloadThroughput: 50_000,
      uploadThroughput: 50_000,
    });
    await openAs(page, "staff", "/departments");
    const failed: string[] = [];
    const look = async () =>
      failed.push(
        ...((await page.locator("body").innerText()).match(/[^\n]*did not load[^\n]*|cannot be reached[^\n]*/gi) ?? []),
      );
    const rows = rowsOf(page).first();
    for (let looks = 0; looks < 150 && !(await rows.isVisible()); looks += 1) {
      await look();
      await page.waitForTimeout(400);
    }
    await expect(rows).toBeVisible();
    expect(failed).toEqual([]);
  },
);

test("an invalid filter in an address is removed, with a message", async ({ page }) => {
  await openAs(page, "staff", "/students/list?studentType=nonsense");
  await expect(page.getByText("The filter Student type is not known here and was left out")).toBeVisible();
  await expect(rowsOf(page).first()).toBeVisible();
  await expect(page).not.toHaveURL(/studentType/);
});

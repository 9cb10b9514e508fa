import { faults } from "./axe";
import { expect, openAs, test } from "./fixtures";

type Slip = { id: number; slipMeta: { status: string; approved: string | null } };
type Listed = { id: number };

const title = ".sr-queue .sr-record-title";

test("slips are checked, approved and returned by keys, each with undo", async ({ page, admin }) => {
  // Not a workshop or seminar: their slips are not returned.
  const [one, two] = await admin.get<Listed[]>("/slips/default", {
    status: "submitted",
    sort: "tutorialDate",
    page: 1,
    pageSize: 10,
  });
  if (!one || !two) throw new Error("The demo data has submitted slips");
  const statusOf = async ({ id }: Listed) => (await admin.get<Slip>(`/slip/${id}`)).slipMeta.status;
  await openAs(page, "academic", "/system/slips/default?status=submitted&sort=tutorialDate");
  await page.getByRole("button", { name: "Review", exact: true }).click();
  await expect(page).toHaveURL(/view=queue/);
  const first = await page.locator(title).textContent();
  await expect(page.locator(".sr-queue-rows [aria-current]")).toHaveCount(1);
  expect(await faults(page, ".sr-queue")).toEqual([]);

  await page.keyboard.press("c");
  await expect(page.locator(title)).not.toHaveText(first ?? "");
  await expect.poll(() => statusOf(one)).toBe("checked");
  await page.keyboard.press("z");
  await expect(page.locator(title)).toHaveText(first ?? "");
  await expect.poll(() => statusOf(one)).toBe("submitted");

  await expect(page.locator(".sr-queue footer").getByRole("button", { name: /Checked and approve/ })).toBeEnabled();
  await page.keyboard.press("a");
  await expect.poll(() => statusOf(one)).toBe("approved");
  await page
    .getByRole("status")
    .filter({ hasText: "Checked and approve" })
    .getByRole("button", { name: "Undo" })
    .click();
  await expect.poll(() => statusOf(one)).toBe("submitted");
  expect((await admin.get<Slip>(`/slip/${one.id}`)).slipMeta.approved).toBeNull();
  await expect(page.locator(title)).toHaveText(first ?? "");

  await page.keyboard.press("r");
  const form = page.getByRole("dialog", { name: "Return to tutor" });
  await form.getByLabel("Reason").fill("jack and jill: the keys are letters here");
  await form.getByRole("button", { name: "Return to tutor" }).click();
  await expect.poll(() => statusOf(one)).toBe("returned");
  await expect(page.locator(title)).not.toHaveText(first ?? "");
  await page.keyboard.press("z");
  await expect.poll(() => statusOf(one)).toBe("submitted");
  expect(await statusOf(two)).toBe("submitted");
});

test("an undo prevented by another change says so", async ({ page, admin }) => {
  // Older than the slips of other tests, and not among the first ones, which the test above uses.
  const slip = (
    await admin.get<Listed[]>("/slips/default", { status: "submitted", sort: "tutorialDate", page: 1, pageSize: 10 })
  )[8];
  if (!slip) throw new Error("The demo data has submitted slips");
  await openAs(page, "academic", `/system/slips/default?status=submitted&view=queue&slip=${slip.id}`);
  await expect(page.locator(title)).toBeVisible();
  await page.keyboard.press("c");
  await expect.poll(async () => (await admin.get<Slip>(`/slip/${slip.id}`)).slipMeta.status).toBe("checked");
  await admin.post(`/slip/${slip.id}/mark/reviewed`);
  await page.keyboard.press("z");
  await expect(page.getByText("This has been changed since and can no longer be undone")).toBeVisible();
  expect((await admin.get<Slip>(`/slip/${slip.id}`)).slipMeta.status).toBe("checked");
});

import { expect, heading, openAs, rowsOf, settled, test } from "./fixtures";

test("slips by status and type; a submitted one is checked after it was asked", async ({ page, admin }) => {
  await openAs(page, "academic", "/system/slips");
  await expect(heading(page, "Slips")).toBeVisible();
  const status = page.locator(".sr-list-tabs").first();
  for (const name of ["Saved", "Returned", "Submitted", "Checked", "Approved", "All"]) {
    await expect(status.getByRole("tab", { name, exact: true })).toBeVisible();
  }
  await status.getByRole("tab", { name: "Submitted" }).click();
  await expect(page).toHaveURL(/status=submitted/);
  await page.locator(".sr-list-tabs").last().getByRole("tab", { name: "Tutorial" }).click();
  await expect(page).toHaveURL(/type=default/);
  await settled(page);
  const row = rowsOf(page).first();
  await expect(row).toContainText("Submitted");
  const id = Number(await row.getAttribute("data-row-key"));
  await row.locator(".ant-table-cell").nth(2).dblclick();
  await expect(page).toHaveURL(new RegExp(`slip=${id}\\b`));
  const drawer = page.locator(".ant-drawer-content, [role='dialog']").filter({ has: page.locator(".sr-record-title") }).first();
  await drawer.getByRole("button", { name: "Checked", exact: true }).click();
  const ask = page.getByRole("dialog").filter({ hasText: "Slip checked?" }).last();
  await expect(ask).toContainText("The slip is marked as checked and waits for approval.");
  await ask.getByRole("button", { name: "Go back" }).click();
  expect((await admin.get<{ slipMeta: { status: string } }>(`/slip/${id}`)).slipMeta.status).toBe("submitted");
  await drawer.getByRole("button", { name: "Checked", exact: true }).click();
  await ask.getByRole("button", { name: "Mark as checked" }).click();
  await expect(page.locator(".sr-record-title")).toContainText("Checked");
  await expect(page.getByText("Action was successful")).toBeVisible();
  expect((await admin.get<{ slipMeta: { status: string } }>(`/slip/${id}`)).slipMeta.status).toBe("checked");
  await expect(drawer.getByRole("button", { name: "Approve", exact: true })).toBeVisible();
});

test("a slip goes back to its tutor with a reason of ten letters at least", async ({ page, admin }) => {
  // Those of workshops and seminars do not go back.
  const [slip] = await admin.get<{ id: number }[]>("/slips/default", { status: "checked", sort: "tutorialDate", page: 1, pageSize: 10 });
  if (!slip) throw new Error("The demo data has checked slips");
  await openAs(page, "academic", `/system/slips?status=checked&slip=${slip.id}`);
  await page.getByRole("button", { name: "Return to tutor" }).click();
  const form = page.getByRole("dialog", { name: "Return to tutor" });
  await form.getByLabel("Reason").fill("too short");
  await form.getByLabel("Reason").press("Tab");
  await expect(form.getByRole("alert")).toBeVisible();
  await form.getByRole("button", { name: "Return to tutor" }).click();
  const refusal = page.getByRole("dialog").filter({ hasText: "Please check for errors in the form" });
  await refusal.getByRole("button", { name: "OK" }).click();
  await expect(form.getByRole("alert")).toHaveText("Field must have at least 10 characters");
  await form.getByLabel("Reason").fill("The second comment names another student");
  await form.getByRole("button", { name: "Return to tutor" }).click();
  await expect(page.locator(".tea-returned")).toContainText("The second comment names another student");
  await expect(page.locator(".sr-record-title")).toContainText("Returned");
});

import { expect, openAs, settled, test } from "./fixtures";
import { all } from "./sizes";

// With animations, as most users have.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("an invoice is found, opened, changed and closed by keyboard alone", async ({ page, admin }) => {
  const { id, studentId } = await admin.draft();
  await openAs(page, "accounting", `/accounts/invoices?orgId=1&entityType=student&entityTypeId=${studentId}&sort=-id`);
  await settled(page);
  const rows = page.getByRole("region", { name: "Invoices, rows" });
  await page.keyboard.press("/");
  await page.keyboard.press("ArrowDown");
  await expect(rows).toBeFocused();
  await expect(page.locator(".sr-row-active")).toHaveAttribute("data-row-key", String(id));
  await page.keyboard.press("Space");
  await expect(page.locator(".sr-selection")).toContainText("1 record(s) selected");
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  const editor = page.locator(".fin-editor");
  await expect(editor.getByRole("heading", { level: 1 })).toContainText("Pro-forma Invoice");
  await expect(editor.getByRole("textbox", { name: "Line 1" })).toBeVisible();

  // Tab stays in the editor and visits its parts from top to bottom.
  const met: string[] = [];
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press("Tab");
    met.push(
      await page.evaluate(() => {
        const at = document.activeElement;
        return at?.closest(".fin-editor")
          ? (at.closest("[data-field]")?.getAttribute("data-field") ??
              at.getAttribute("aria-label") ??
              at.textContent ??
              "")
          : "outside";
      }),
    );
    if (met.at(-1) === "Add item") break;
  }
  expect(met).not.toContain("outside");
  const order = ["Set status", "More", "line1", "postcode", "Add item"].map((name) =>
    met.findIndex((one) => one.startsWith(name)),
  );
  expect(order, met.join(", ")).toEqual(order.toSorted((one, other) => one - other));
  expect(order, met.join(", ")).not.toContain(-1);

  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "New item" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "New item" })).toBeHidden();
  await expect(editor).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(editor).toBeHidden();
  // Back at the earlier row, the next key continues from it.
  await expect(rows).toBeFocused();
  await admin.send("DELETE", `/invoice/${id}`);
});

test("? shows the keys, in the editor too", all, async ({ page, admin }) => {
  const [invoice] = await admin.get<{ id: number }[]>("/invoices", { orgId: 1, status: "paid", page: 1, pageSize: 10 });
  await openAs(page, "accounting", `/accounts/invoices?orgId=1&invoice=${invoice?.id}`);
  const editor = page.locator(".fin-editor");
  await expect(editor.getByRole("button", { name: "View PDF" })).toBeVisible();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keys" });
  await expect(keys).toContainText("Close the dialog or menu");
  await page.keyboard.press("Escape");
  await expect(keys).toBeHidden();
  await expect(editor).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(editor).toBeHidden();
});

import { faults } from "./axe";
import { button, dialog, expect, openAnewAs, openAs, rowsOf, settled, test, unique } from "./fixtures";

/** EICAR's test file, in which every virus scanner finds something; in two parts, so that none finds it here. */
const eicar = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR", "STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("-");

test("an infected file cannot be opened until a system administrator releases it", async ({ page, admin }) => {
  const name = unique("Letter ");
  const { id: entityTypeId } = await admin.student();
  const { id } = await admin.send<{ id: number }>("POST", "/system/uploader", {
    multipart: {
      uploadType: "document",
      entityType: "student",
      entityTypeId: String(entityTypeId),
      file: { name: `${name}.txt`, mimeType: "text/plain", buffer: Buffer.from(`The words of the letter. ${eicar}`) },
    },
  });
  const viewer = page.getByRole("region", { name: "File viewer" });

  await test.step("staff see the result of the scanner, and cannot read the file", async () => {
    await openAs(page, "academic", `/file/${id}`);
    await expect(viewer.getByText("In quarantine").first()).toBeVisible();
    await expect(viewer).toContainText(
      "The virus scanner found Eicar-Test-Signature in this file. A system administrator can release it.",
    );
    await expect(viewer).not.toContainText("The words of the letter");
    expect(await faults(page)).toEqual([]);
    await page.goto("/#/admin/quarantine");
    await expect(page.getByText("You do not have access to this page", { exact: true })).toBeVisible();
  });
  await test.step("a system administrator releases it with a reason", async () => {
    await openAnewAs(page, "sysadmin", `/admin/quarantine?search=${encodeURIComponent(name)}`);
    await settled(page);
    await expect(rowsOf(page)).toHaveCount(1);
    await expect(rowsOf(page)).toContainText("Eicar-Test-Signature");
    await rowsOf(page).dblclick();
    const drawer = dialog(page, new RegExp(name));
    await button(drawer, "Release").click();
    const asked = dialog(page, "Release file?").or(dialog(page, "Release")).last();
    await asked.getByLabel("Reason of the release").fill("A test file of the office");
    expect(await faults(page)).toEqual([]);
    await button(asked, "Release").click();
    await expect(page.getByText(`${name}.txt is released`)).toBeVisible();
  });
  await test.step("everybody who sees the file opens it", async () => {
    await openAnewAs(page, "academic", `/file/${id}`);
    await expect(viewer).toContainText("The words of the letter");
  });
});

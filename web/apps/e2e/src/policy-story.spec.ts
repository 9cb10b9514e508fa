import { faults } from "./axe";
import {
  button,
  dialog,
  expect,
  heading,
  openAnewAs,
  openAs,
  openClientAs,
  rowsOf,
  settled,
  test,
  unique,
} from "./fixtures";

test("a policy is overdue for a tutor, who reads it before they may sign, and chased by its administrator @all", async ({
  page,
  admin,
}) => {
  const [asked] = await admin.get<{ fileId: number; folderId: number; document: string }[]>("/library/signing", {
    state: "overdue",
    search: "Safeguarding",
    page: 1,
    pageSize: 10,
  });
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
    await expect(dialog(page, /^Compare versions of/).getByRole("status")).toContainText(/added, \d+ removed/, {
      timeout: 30_000,
    });
    await page.keyboard.press("Escape");
  });
  // A signature would complete a document that no test can restore, so the story below signs its own policy.
  await test.step("a tutor finds it overdue, and may sign it once it was opened", async () => {
    await openClientAs(page, "tutor", "/library/sign");
    await expect(page.locator("main")).toContainText(/overdue/i);
    await button(page.locator("main"), `Read and sign ${asked?.document}`).click();
    const sign = dialog(page, `Sign ${asked?.document}`);
    await button(sign, "Open document").click();
    await expect(page.getByRole("region", { name: "File viewer" })).toContainText("Safeguarding");
    await page.keyboard.press("Escape");
    await expect(button(sign, "Sign document")).toBeDisabled();
    await sign.getByRole("checkbox").check();
    await expect(button(sign, "Sign document")).toBeEnabled();
  });
});

test("a policy is uploaded, changed with a note, sent to people and a role to sign, signed on a phone, chased and overdue in the report @all", async ({
  page,
  admin,
}) => {
  const [folder, file] = [unique("Policies"), unique("Conduct")];
  const [tutor] = await admin.get<{ id: number; name: string }[]>("/users", {
    search: "tutor@staffroom",
    page: 1,
    pageSize: 10,
  });
  const panel = page.getByRole("complementary", { name: `Details of ${file}` });
  const part = panel.getByRole("region", { name: "Read and sign" });

  await test.step("it is uploaded into a separate folder", async () => {
    const [root] = await admin.get<{ id: number }[]>("/library/roots");
    await openAs(page, "sysadmin", `/library/${root?.id}`);
    await button(page.locator("main"), "New folder").click();
    const form = dialog(page, "New folder");
    await form.getByLabel("Name").fill(folder);
    await button(form, "Add folder").click();
    await page.getByRole("link", { name: folder }).click();
    await expect(heading(page, folder)).toBeVisible();
    await button(page.locator("main"), "Upload").click();
    const upload = dialog(page, "Upload files");
    await upload
      .getByLabel("Choose files")
      .setInputFiles({ name: `${file}.txt`, mimeType: "text/plain", buffer: Buffer.from("Be kind.") });
    await upload.getByLabel(/^Content type/).click();
    await page.locator(".ant-select-dropdown:visible").getByText("Document", { exact: true }).click();
    await button(upload, "Upload files").click();
    await button(page.locator("main"), `Actions of ${file}`).click();
    await page.getByRole("menuitem", { name: "Details" }).click();
  });
  await test.step("people and a role are asked, and get access first", async () => {
    await button(part, "Ask to sign").click();
    const ask = dialog(page, /^Ask to sign/);
    await ask.getByLabel("Roles").fill("Website");
    await page
      .locator(".ant-select-dropdown:visible .ant-select-item-option")
      .filter({ hasText: /^Website/ })
      .click();
    await page.keyboard.press("Escape");
    await ask.getByLabel("Add a person").fill(tutor?.name ?? "");
    await page
      .locator(".ant-select-dropdown:visible .ant-select-item-option")
      .filter({ hasText: tutor?.name })
      .first()
      .click();
    await ask.getByLabel("Note to them").fill("Before the term begins");
    await button(ask, "Give them read access").click();
    await expect(button(ask, "Give them read access")).toBeHidden();
    await button(ask.locator(".ant-modal-footer"), "Ask to sign").click();
    await expect(page.getByText(/people are asked to sign/)).toBeVisible();
    await expect(part).toContainText(/^.*0 of \d+ signed/);
  });
  await test.step("a new version with a note asks everybody again", async () => {
    await button(panel, "New version").click();
    const version = dialog(page, /^New version of/);
    await version
      .getByLabel("Choose the new version")
      .setInputFiles({ name: "second.txt", mimeType: "text/plain", buffer: Buffer.from("Be kind, and on time.") });
    await version.getByLabel("What changed").fill("Times are part of it");
    await version.getByRole("checkbox", { name: "Ask everybody to sign again" }).check();
    await button(version, "Upload version").click();
    await expect(panel.getByText("Version 2, latest")).toBeVisible();
    await expect(panel.getByText("Times are part of it")).toBeVisible();
  });
  await test.step("those who have not signed are chased", async () => {
    await button(part, "Remind those who have not").click();
    await expect(page.getByText(/people are reminded/)).toBeVisible();
    expect(await faults(page)).toEqual([]);
  });
  await test.step("the tutor reads the second version and signs it on a phone", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openAnewAs(page, "tutor", "/library/sign", "client");
    await button(page.locator("main"), `Read and sign ${file}`).click();
    const sign = dialog(page, `Sign ${file}`);
    await expect(sign).toContainText("asks you to sign version 2");
    await button(sign, "Open document").click();
    await expect(page.getByRole("region", { name: "File viewer" })).toContainText("Be kind, and on time.");
    await page.keyboard.press("Escape");
    await sign.getByRole("checkbox").check();
    await button(sign, "Sign document").click();
    await expect(page.getByText(`${file} is signed`)).toBeVisible();
  });
  await test.step("the report shows who has signed, who has not, and overdue signatures", async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await openAnewAs(page, "sysadmin", `/library`);
    await page.getByRole("link", { name: folder }).click();
    await button(page.locator("main"), `Actions of ${file}`).click();
    await page.getByRole("menuitem", { name: "Details" }).click();
    await expect(part).toContainText(/1 of \d+ signed/);
    await part.getByRole("link", { name: "See who has signed" }).click();
    await settled(page);
    await expect(rowsOf(page).filter({ hasText: tutor?.name })).toContainText("Signed");
    await expect(rowsOf(page).filter({ hasText: "To sign" }).first()).toBeVisible();
    await page.goto("/#/library?show=signing&state=overdue");
    await settled(page);
    await expect(rowsOf(page).first()).toContainText("Overdue");
    expect(await faults(page)).toEqual([]);
  });
});

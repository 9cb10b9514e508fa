import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { faults } from "./axe";
import { dropOnto } from "./dropped";
import {
  Api,
  button,
  dialog,
  expect,
  heading,
  openAs,
  openClientAs,
  rowsOf,
  signInToClient,
  test,
  unique,
} from "./fixtures";

/** A PDF of one empty page; `word` makes its content unique. */
const pdf = (word: string): Buffer =>
  Buffer.from(
    [
      "%PDF-1.4",
      "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj",
      "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj",
      "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>endobj",
      `% ${word}`,
      "trailer<</Root 1 0 R>>",
      "%%EOF",
    ].join("\n"),
  );

test("a policy is uploaded, shared, versioned, moved, deleted and restored, and its reader gets the latest version", async ({
  page,
  admin,
}) => {
  const [folder, inner, file] = [unique("Policies "), unique("Old "), unique("Safeguarding ")];
  const [tutor] = await admin.get<{ name: string }[]>("/users", { search: "tutor@staffroom", page: 1, pageSize: 10 });
  const [owner] = await admin.get<{ name: string }[]>("/users", {
    search: "sysadmin@staffroom",
    page: 1,
    pageSize: 10,
  });
  const [root] = await admin.get<{ id: number; orgId: number }[]>("/library/roots");
  await openAs(page, "sysadmin", `/library/${root?.id}`);
  await test.step("a folder, and a reader of it", async () => {
    await button(page.locator("main"), "New folder").click();
    const form = dialog(page, "New folder");
    await form.getByLabel("Name").fill(folder);
    await button(form, "Add folder").click();
    await page.getByRole("link", { name: folder }).click();
    await expect(heading(page, folder)).toBeVisible();
    await button(page.locator("main"), "Access").click();
    const access = dialog(page, /^Access to/);
    await access.getByLabel("Person").fill(tutor?.name ?? "");
    await page.locator(".ant-select-dropdown:visible .ant-select-item-option").first().click();
    await button(access, "Give access").click();
    await expect(access.getByRole("row").filter({ hasText: tutor?.name })).toContainText("this folder");
    await expect(button(access, "Give access")).toBeDisabled();
    expect(await faults(page)).toEqual([]);
    await page.keyboard.press("Escape");
  });
  await test.step("a file, and its second version", async () => {
    await button(page.locator("main"), "Upload").click();
    const upload = dialog(page, "Upload files");
    await upload
      .getByLabel("Choose files")
      .setInputFiles({ name: `${file}.pdf`, mimeType: "application/pdf", buffer: pdf("first") });
    await upload.getByLabel(/^Content type/).click();
    await page.locator(".ant-select-dropdown:visible").getByText("Document", { exact: true }).click();
    await button(upload, "Upload files").click();
    await button(page.locator("main"), `Actions of ${file}`).click();
    await page.getByRole("menuitem", { name: "Details" }).click();
    const panel = page.getByRole("complementary", { name: `Details of ${file}` });
    await button(panel, "New version").click();
    const version = dialog(page, /^New version of/);
    await version
      .getByLabel("Choose the new version")
      .setInputFiles({ name: "other.pdf", mimeType: "application/pdf", buffer: pdf("second") });
    await version.getByLabel("What changed").fill("Law of September");
    await button(version, "Upload version").click();
    await expect(panel.getByText("Version 2, latest")).toBeVisible();
    await expect(panel.getByText("Law of September")).toBeVisible();
    expect(await faults(page)).toEqual([]);
  });
  await test.step("moved into a folder below, and found by its reader", async () => {
    await button(page.locator("main"), "New folder").click();
    const form = dialog(page, "New folder");
    await form.getByLabel("Name").fill(inner);
    await button(form, "Add folder").click();
    await page.getByRole("listitem").filter({ hasText: inner }).waitFor();
    await page
      .getByRole("row", { name: new RegExp(file) })
      .dragTo(page.getByRole("listitem").filter({ hasText: inner }));
    await expect(page.getByText("1 file moved")).toBeVisible();
    await page.getByRole("link", { name: inner }).click();
    await expect(page.getByRole("button", { name: file, exact: true })).toBeVisible();
  });
  await test.step("deleted, and restored from the trash", async () => {
    await button(page.locator("main"), `Actions of ${file}`).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Yes, delete" }).click();
    await expect(page.getByText("The file stays in the trash for 30 days")).toBeVisible();
    await page.getByText("Trash", { exact: true }).click();
    await page
      .getByRole("searchbox", { name: /search/i })
      .first()
      .fill(file);
    await expect(rowsOf(page)).toHaveCount(1);
    await button(rowsOf(page), `Restore ${file}`).click();
    await expect(page.getByText("Restored to its folder")).toBeVisible();
  });
  await test.step("its reader sees it, without the parts for administrators", async () => {
    await openClientAs(page, "tutor", "/library");
    await page.getByRole("link", { name: folder }).click();
    await page.getByRole("link", { name: inner }).click();
    await expect(heading(page, inner)).toBeVisible();
    await expect(page.getByRole("columnheader", { name: "Review" })).toHaveCount(0);
    await expect(button(page.locator("main"), "Upload")).toHaveCount(0);
    await page.getByRole("button", { name: file, exact: true }).click();
    await expect(page.getByRole("region", { name: "File viewer" })).toContainText(`by ${owner?.name}`);
  });
});

test("a folder dropped twice creates its tree once, shows refusals in its rows, and is visible only to its readers", async ({
  page,
  admin,
}, info) => {
  const top = unique("Year ");
  const on = (...names: string[]) => join(info.outputPath("desk"), ...names);
  mkdirSync(on(top, "Autumn", "Week one"), { recursive: true });
  mkdirSync(on(top, "Empty"));
  writeFileSync(on(top, "Plan.pdf"), pdf("plan"));
  writeFileSync(on(top, "setup.exe"), "MZ");
  writeFileSync(on(top, ".DS_Store"), "x");
  writeFileSync(on(top, "Autumn", "Essay.pdf"), pdf("essay"));
  writeFileSync(on(top, "Autumn", "Week one", "Notes.txt"), "Be kind.");
  const [root] = await admin.get<{ id: number }[]>("/library/roots");
  const upload = dialog(page, "Upload files");
  await openAs(page, "sysadmin", `/library/${root?.id}`);
  const send = async () => {
    await expect(upload.getByText(`${top}/setup.exe`)).toBeVisible();
    await expect(upload.getByText("setup.exe is not a standard image, pdf, or document file")).toBeVisible();
    await expect(upload.getByText("1 refused")).toBeVisible();
    expect(await faults(page)).toEqual([]);
    await upload.getByLabel("Content type of all files").click();
    await page.locator(".ant-select-dropdown:visible").getByText("Document", { exact: true }).click();
    await button(upload, "Upload files").click();
    await expect(upload.locator(".fil-upload-row")).toHaveCount(1);
    await expect(button(upload, "Stop")).toBeHidden();
    await button(upload, "Close").click();
    await expect(upload).toBeHidden();
  };
  await test.step("it is dropped onto a folder", async () => {
    await dropOnto(page, page.locator(".lib-content"), [on(top)]);
    await send();
    await page.getByRole("link", { name: top }).click();
    await expect(page.getByRole("button", { name: "Plan", exact: true })).toBeVisible();
    await expect(page.getByRole("list", { name: "Folders" }).getByRole("listitem")).toHaveCount(1);
    await page.getByRole("link", { name: "Autumn" }).click();
    await expect(page.getByRole("button", { name: "Essay", exact: true })).toBeVisible();
    await page.getByRole("link", { name: "Week one" }).click();
    await expect(page.getByRole("button", { name: "Notes", exact: true })).toBeVisible();
  });
  await test.step("it is chosen with a button, and its files go into the existing folders", async () => {
    await page.goto(`/#/library/${root?.id}`);
    await button(page.locator("main"), "Upload").click();
    const chooser = page.waitForEvent("filechooser");
    await button(upload, "Add folder").click();
    await (await chooser).setFiles(on(top));
    await send();
    await page.getByRole("link", { name: top }).click();
    await expect(page.getByRole("button", { name: "Plan", exact: true })).toHaveCount(2);
    await expect(page.getByRole("list", { name: "Folders" }).getByRole("listitem")).toHaveCount(1);
  });
  await test.step("the server creates no folder for a user who may only read", async () => {
    const [tutor] = await admin.get<{ id: number }[]>("/users", { search: "tutor@staffroom", page: 1, pageSize: 10 });
    const id = Number(/library\/(\d+)/.exec(page.url())?.[1]);
    await admin.post("/adduserstofolder", { folderId: id, users: [tutor?.id] });
    const reader = new Api(page.request, "tutor", signInToClient);
    await expect(reader.post(`/folder/${id}/way`, { names: ["Mine"] })).rejects.toThrow(
      /403 .*Only administrators of the folder may do this/,
    );
    await openClientAs(page, "tutor", `/library/${id}`);
    await expect(page.getByRole("link", { name: "Autumn" })).toBeVisible();
    await dropOnto(page, page.locator(".lib-content"), [on(top)]);
    await expect(upload).toBeHidden();
  });
});

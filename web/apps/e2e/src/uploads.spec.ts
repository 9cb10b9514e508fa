import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import type { Page, Route } from "@playwright/test";
import { faults } from "./axe";
import { button, dialog, expect, openAs, test, unique } from "./fixtures";

const mb = 1024 ** 2;

/** A text of 20 MB in which no two lines are the same. */
const content = (): Buffer =>
  Buffer.concat(
    Array.from({ length: 20 }, (_, part) =>
      Buffer.from(`${part}-${Math.random()}\n`.padEnd(mb, "Ode to a nightingale. ")),
    ),
  );
const hash = (data: Buffer): string => createHash("sha256").update(data).digest("hex");

/** Breaks the connection at the second piece, and keeps it broken. */
async function breakLine(page: Page): Promise<void> {
  let pieces = 0;
  const broken = (route: Route) => {
    if (route.request().method() === "PATCH") pieces += 1;
    return pieces < 2 || route.request().method() === "DELETE" ? route.continue() : route.abort("connectionreset");
  };
  await page.route("**/api/v1/upload/*", broken);
}

test("an upload of 20 MB resumes after a broken connection and a reload, and arrives complete", async ({
  page,
  admin,
}, info) => {
  const name = `${unique("Lecture ")}.txt`;
  const path = info.outputPath(name);
  const data = content();
  writeFileSync(path, data);
  const [root] = await admin.get<{ id: number }[]>("/library/roots");
  await openAs(page, "sysadmin", `/library/${root?.id}`);
  const upload = dialog(page, "Upload files");
  const open = () => button(page.locator("main"), "Upload").click();

  await test.step("the first piece arrives, then the connection breaks", async () => {
    await open();
    await upload.getByLabel("Choose files").setInputFiles(path);
    await upload.getByLabel(/^Content type/).click();
    await page.locator(".ant-select-dropdown:visible").getByText("Document", { exact: true }).click();
    await breakLine(page);
    await button(upload, "Upload files").click();
    await expect(upload.getByText("The connection broke. The upload continues automatically.")).toBeVisible();
    await button(upload, `Pause ${name}`).click();
    await expect(upload.getByText("Paused at 40%")).toBeVisible();
    expect(await faults(page)).toEqual([]);
  });
  await test.step("after a reload the dialog offers the upload, and resumes it once the file is chosen again", async () => {
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.reload();
    await open();
    await expect(upload.getByText("Not finished: 8.0 MB of 20 MB")).toBeVisible();
    const chooser = page.waitForEvent("filechooser");
    await button(upload, `Continue ${name}`).click();
    await (await chooser).setFiles(path);
    await expect(upload.getByText("Continues at 40%")).toBeVisible();
    const offsets: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "PATCH") offsets.push(request.headers()["upload-offset"] ?? "");
    });
    await button(upload, "Upload files").click();
    await expect(upload).toBeHidden();
    expect(offsets).toEqual([String(8 * mb), String(16 * mb)]);
  });
  await test.step("the file exists once, with the same bytes", async () => {
    const rows = await admin.get<{ id: number; name: string; size: number }[]>("/library", {
      folderId: root?.id ?? 0,
      search: name.replace(".txt", ""),
      page: 1,
      pageSize: 10,
    });
    expect(rows).toHaveLength(1);
    const { fileData } = await admin.get<{ fileData: string }>(`/file/${rows[0]?.id}`);
    expect(hash(Buffer.from(fileData, "base64"))).toBe(hash(data));
    await admin.post(`/file/delete/${rows[0]?.id}`, {});
  });
});

test("an upload removed while it is sent leaves nothing", async ({ page, admin }, info) => {
  const name = `${unique("Film ")}.txt`;
  const path = info.outputPath(name);
  writeFileSync(path, content());
  const [root] = await admin.get<{ id: number }[]>("/library/roots");
  await openAs(page, "sysadmin", `/library/${root?.id}`);
  await button(page.locator("main"), "Upload").click();
  const upload = dialog(page, "Upload files");
  await upload.getByLabel("Choose files").setInputFiles(path);
  await upload.getByLabel(/^Content type/).click();
  await page.locator(".ant-select-dropdown:visible").getByText("Document", { exact: true }).click();
  await breakLine(page);
  await button(upload, "Upload files").click();
  await expect(upload.getByText("The connection broke. The upload continues automatically.")).toBeVisible();
  await button(upload, `Pause ${name}`).click();
  await expect(upload.getByText("Paused at 40%")).toBeVisible();
  await button(upload, `Resume ${name}`).click();
  await expect(button(upload, `Pause ${name}`)).toBeVisible();
  const removed = page.waitForResponse(
    (answer) => answer.request().method() === "DELETE" && answer.url().includes("/api/v1/upload/"),
  );
  await button(upload, `Remove ${name}`).click();
  expect((await removed).status()).toBe(204);
  await button(page.locator("main"), "Upload").click();
  await expect(upload.getByText("Drop files here or choose them")).toBeVisible();
  await expect(upload.getByText(/^Not finished/)).toBeHidden();
});

test("an upload whose session ends continues after a new sign-in on the same page", async ({ page, admin }, info) => {
  const name = `${unique("Minutes ")}.txt`;
  const path = info.outputPath(name);
  const data = content();
  writeFileSync(path, data);
  const [root] = await admin.get<{ id: number }[]>("/library/roots");
  await openAs(page, "sysadmin", `/library/${root?.id}`);
  await button(page.locator("main"), "Upload").click();
  const upload = dialog(page, "Upload files");
  await upload.getByLabel("Choose files").setInputFiles(path);
  await upload.getByLabel(/^Content type/).click();
  await page.locator(".ant-select-dropdown:visible").getByText("Document", { exact: true }).click();
  const offsets: string[] = [];
  let isEnded = false;
  await page.route("**/api/v1/upload/*", async (route) => {
    const request = route.request();
    if (request.method() === "PATCH") {
      offsets.push(request.headers()["upload-offset"] ?? "");
      // The session ends at the server between two pieces; the page still has its token.
      if (offsets.length === 2 && !isEnded) isEnded = (await page.request.post("/api/v1/auth/logout")).ok();
    }
    await route.continue();
  });
  await button(upload, "Upload files").click();
  const ended = dialog(page, "Your session has ended");
  await expect(ended).toBeVisible();
  await ended.getByLabel("Password").fill("staffroom");
  await button(ended, "Sign in").click();
  await expect(ended).toBeHidden();
  await expect(upload).toBeHidden({ timeout: 30_000 });
  // No piece that has arrived is sent again.
  expect([offsets[0], ...new Set(offsets.slice(1))]).toEqual(["0", String(8 * mb), String(16 * mb)]);
  const rows = await admin.get<{ id: number; size: number }[]>("/library", {
    folderId: root?.id ?? 0,
    search: name.replace(".txt", ""),
    page: 1,
    pageSize: 10,
  });
  expect(rows).toHaveLength(1);
  const { fileData } = await admin.get<{ fileData: string }>(`/file/${rows[0]?.id}`);
  expect(hash(Buffer.from(fileData, "base64"))).toBe(hash(data));
  await admin.post(`/file/delete/${rows[0]?.id}`, {});
});

import type { Locator, Page } from "@playwright/test";
import { faults } from "./axe";
import {
  Api,
  button,
  dialog,
  expect,
  londonDay,
  openAnewAs,
  openClientAs,
  signInToClient,
  test,
  unique,
} from "./fixtures";

/** A file of the demo student, on a course of the demo tutor (`services/files/demo/marked.py`). */
const demoFile = 501;

const viewer = (page: Page): Locator => page.locator(".fil-scroll").first();
const first = (page: Page): Locator => page.locator("[data-page='1'] .fil-marks[role='img']").first();
const countOf = async (page: Page): Promise<number> =>
  Number(/^\d+/.exec((await first(page).getAttribute("aria-label")) ?? "")?.[0]);

/**
 * A photo of a sheet that lies at an angle on a dark table, with a word on it; noise makes the file as large as that of
 * a phone in bad light.
 */
async function photo(page: Page, word: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const address = await page.evaluate((text) => {
    const scale = 2;
    const canvas = document.createElement("canvas");
    canvas.width = 1200 * scale;
    canvas.height = 1600 * scale;
    const pen = canvas.getContext("2d");
    if (!pen) throw new Error("no canvas");
    pen.scale(scale, scale);
    pen.fillStyle = "#33302c";
    pen.fillRect(0, 0, 1200, 1600);
    pen.translate(600, 800);
    pen.rotate(0.06);
    pen.fillStyle = "#f4efe4";
    pen.fillRect(-480, -680, 960, 1360);
    pen.fillStyle = "#26324f";
    pen.font = "64px serif";
    pen.fillText(text, -420, -500);
    for (let line = 0; line < 12; line += 1) pen.fillRect(-420, -400 + line * 80, 700 - line * 20, 4);
    const grain = pen.getImageData(0, 0, canvas.width, canvas.height);
    for (let at = 0; at < grain.data.length; at += 4)
      for (let part = 0; part < 3; part += 1)
        grain.data[at + part] = (grain.data[at + part] ?? 0) + (Math.random() - 0.5) * 120;
    pen.putImageData(grain, 0, 0);
    return canvas.toDataURL("image/jpeg", 0.9);
  }, word);
  return { name: `${word}.jpg`, mimeType: "image/jpeg", buffer: Buffer.from(address.split(",")[1] ?? "", "base64") };
}

type Pointer = { type: "pen" | "touch"; id: number; from: [number, number]; to: [number, number]; pressure: number };

/**
 * Draws on the first page with pointer events, like a stylus or a finger; positions are fractions of the page's box.
 */
async function draw(page: Page, pointer: Pointer): Promise<void> {
  await first(page).evaluate((svg, { type, id, from, to, pressure }) => {
    const { left, top, width, height } = svg.getBoundingClientRect();
    const at = (step: number) => ({
      clientX: left + width * (from[0] + ((to[0] - from[0]) * step) / 10),
      clientY: top + height * (from[1] + ((to[1] - from[1]) * step) / 10),
    });
    const fire = (name: string, step: number, held: number) =>
      svg.dispatchEvent(
        new PointerEvent(name, {
          bubbles: true,
          cancelable: true,
          pointerId: id,
          pointerType: type,
          isPrimary: true,
          button: name === "pointermove" ? -1 : 0,
          buttons: held,
          pressure: held ? pressure : 0,
          ...at(step),
        }),
      );
    // Only a real pointer can be captured.
    svg.setPointerCapture = () => undefined;
    fire("pointerdown", 0, 1);
    for (let step = 1; step <= 10; step += 1) fire("pointermove", step, 1);
    fire("pointerup", 10, 0);
  }, pointer);
}

test(
  "homework is scanned by phone with a broken connection, marked by two people with a stylus, released and read",
  { tag: "@all" },
  async ({ page, admin, request }) => {
    test.setTimeout(300_000);
    const tutor = new Api(request, "tutor", signInToClient);
    const { entityTypeId } = await admin.get<{ entityTypeId: number }>(`/file/${demoFile}/details`);
    const demo = await admin.get<{ course: { id: number }; student: { id: number; name: string } }>(
      `/student/homework/${entityTypeId}`,
    );
    const title = unique("Proof ");
    const { id } = await tutor.post("/homework", {
      courseId: demo.course.id,
      title,
      type: "written",
      dueDate: londonDay(new Date(Date.now() + 5 * 86_400_000)),
      instructions: "<p>Prove it</p>",
      studentIds: [demo.student.id],
      markFrom: "all",
    });
    const { students } = await tutor.get<{ students: { hwsId: number }[] }>(`/homework/${id}`);
    const hws = students[0]?.hwsId ?? 0;
    const upload = dialog(page, "Upload files");
    const scan = dialog(page, "Scan with the camera");

    await test.step("the student photographs two pages, straightens one, and a reload loses nothing", async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await openClientAs(page, "student", `/homework?homework=${hws}`);
      await page.locator(".sr-form").getByRole("button", { name: "Upload" }).click();
      await button(upload, "Scan with the camera").click();
      await scan.getByLabel("Pictures").setInputFiles([await photo(page, "Lemma"), await photo(page, "Proof")]);
      await expect(button(scan, "Use 2 pages")).toBeVisible();
      await button(scan, "Page 1").click();
      const corner = scan.getByRole("button", { name: /^Top left corner/ });
      for (let step = 0; step < 2; step += 1) await corner.press("Shift+ArrowRight");
      await corner.press("ArrowDown");
      await expect(corner).toHaveAccessibleName("Top left corner: 10% across, 1% down");
      await scan.getByText("Black and white").click();
      await button(scan, "Page 2").press("Alt+ArrowLeft");
      await scan.getByText("Page", { exact: true }).click();
      await expect(scan.getByRole("img", { name: "Page 2 as it is sent" }).locator("canvas")).toBeVisible();
      expect(await faults(page)).toEqual([]);
      await page.screenshot({ path: test.info().outputPath("scan-390.png") });
      await page.reload();
      await page.locator(".sr-form").getByRole("button", { name: "Upload" }).click();
      await expect(upload.getByText("Scan of 2 pages")).toBeVisible();
      await button(upload, "Continue the scan").click();
      await button(scan, "Page 2").click();
      await expect(scan.getByRole("button", { name: "Top left corner: 10% across, 1% down" })).toBeVisible();
    });

    await test.step("the connection breaks while a PDF of more than 8 MB is sent; after a reload the upload resumes", async () => {
      const finished = async () => {
        await button(scan, "Use 2 pages").click({ timeout: 60_000 });
        await expect(upload.getByText(/^Scan .*\.pdf$/)).toBeVisible({ timeout: 60_000 });
      };
      await finished();
      let pieces = 0;
      await page.route("**/api/v1/upload/*", (route) => {
        if (route.request().method() === "PATCH") pieces += 1;
        return pieces < 2 ? route.continue() : route.abort("connectionreset");
      });
      await button(upload, "Upload files").click();
      await expect(upload.getByText("The connection broke. The upload continues automatically.")).toBeVisible({
        timeout: 30_000,
      });
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await page.reload();
      await page.locator(".sr-form").getByRole("button", { name: "Upload" }).click();
      await expect(upload.getByText(/^Not finished: 8\.0 MB of/)).toBeVisible();
      await button(upload, "Continue the scan").click();
      await finished();
      await expect(upload.getByText(/^Continues at \d+%$/)).toBeVisible();
      const offsets: string[] = [];
      page.on("request", (request) => {
        if (request.method() === "PATCH") offsets.push(request.headers()["upload-offset"] ?? "");
      });
      await button(upload, "Upload files").click();
      await expect(upload).toBeHidden({ timeout: 30_000 });
      expect(offsets[0]).toBe(String(8 * 1024 ** 2));
      await button(page.locator(".sr-form"), "Submit homework").click();
      await button(page.locator(".ant-modal-confirm"), "Submit homework").click();
      await expect(page.getByText(/^Submitted \d/).first()).toBeVisible();
    });
    const { studentFiles } = await tutor.get<{ studentFiles: number[] }>(`/student/homework/${hws}`);
    const [file = 0] = studentFiles;

    await test.step("the tutor marks with a stylus, and a finger scrolls", async () => {
      await page.setViewportSize({ width: 1280, height: 720 });
      await openAnewAs(page, "tutor", `/homework?homework=${hws}`, "client");
      await expect(first(page)).toHaveAttribute("aria-label", "0 marks on page 1");
      await expect(page.getByText("of 2")).toBeVisible();
      await button(page.locator("main"), "Pen")
        .or(button(page.locator(".tea-inline-pdf"), "Pen"))
        .first()
        .click();
      await draw(page, { type: "pen", id: 7, from: [0.2, 0.1], to: [0.6, 0.15], pressure: 0.9 });
      await expect(first(page)).toHaveAttribute("aria-label", "1 mark on page 1");
      const scrolled = () => viewer(page).evaluate((element) => element.scrollTop);
      const before = await scrolled();
      await draw(page, { type: "touch", id: 8, from: [0.5, 0.5], to: [0.5, 0.2], pressure: 0.5 });
      await expect.poll(scrolled).toBeGreaterThan(before);
      expect(await countOf(page)).toBe(1);
      await viewer(page).focus();
      await page.keyboard.press("t");
      await page.keyboard.press("Enter");
      await page.keyboard.type("A clear lemma. +4");
      await page.keyboard.press("Control+Enter");
      await expect(page.getByRole("group", { name: "Points on the pages" })).toContainText("4");
    });

    await test.step("a second marker gives points, and both add up to the mark", async () => {
      await openAnewAs(page, "academic", `/file/${file}`);
      await expect(first(page)).toHaveAttribute("aria-label", "2 marks on page 1");
      await button(page.locator(".fil-viewer"), "Stamps and comments").click();
      await page.getByLabel("Points on the stamp").fill("2.5");
      await button(page.locator(".fil-stamps"), "Tick").click();
      await draw(page, { type: "pen", id: 9, from: [0.7, 0.3], to: [0.7, 0.3], pressure: 0.4 });
      await expect(first(page)).toHaveAttribute("aria-label", "3 marks on page 1");
      await expect(page.locator(".fil-viewer").getByText("All marks saved")).toBeVisible();
      await openAnewAs(page, "tutor", `/homework?homework=${hws}`, "client");
      const points = page.getByRole("group", { name: "Points on the pages" });
      await expect(points).toContainText("2.5");
      await expect(points).toContainText("Mark: Total points from all markers");
      await expect(page.locator(".tea-mark")).toHaveText("6.5");
      const marks = page.locator(".tea-marks");
      for (const [label, value] of [
        ["Quality", "Good"],
        ["Effort", "Good"],
        ["Time spent", "45"],
      ] as const)
        await marks.getByLabel(new RegExp(`^${label}`)).fill(value);
      await marks.getByLabel(/^Comment/).fill("Well proved");
      await button(marks, "Submit marks").click();
      await button(page.locator(".ant-modal-confirm"), "Submit marks").click();
      await button(page.locator(".tea-form"), "Release marks").click();
      await button(page.locator(".ant-modal-confirm"), "Release marks").click();
      await expect(page.getByText("Marks released to")).toBeVisible();
    });

    await test.step("the student reads the mark and one marked copy", async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await openAnewAs(page, "student", `/homework?homework=${hws}`, "client");
      await expect(page.getByText("6.5", { exact: true })).toBeVisible();
      await expect
        .poll(async () => (await admin.get<{ markedCopy: number | null }>(`/file/${file}/marks`)).markedCopy, {
          timeout: 60_000,
        })
        .not.toBeNull();
      await page.goto(`/client/#/file/${file}`);
      await button(page.locator(".fil-viewer"), "Marks").first().click();
      const copy = page.waitForEvent("download");
      await button(page.locator(".fil-viewer"), "Marked copy").click();
      expect((await copy).suggestedFilename()).toMatch(/\(marked\)\.pdf$/);
    });
  },
);

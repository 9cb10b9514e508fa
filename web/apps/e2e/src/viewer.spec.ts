import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { faults } from "./axe";
import { button, expect, openAnewAs, openAs, openClientAs, test, unique } from "./fixtures";

/**
 * Files that the demo student submitted: two waiting for marks, and one with released marks
 * (`services/files/demo/marked.py`).
 */
const waiting = 501;
const another = 503;
const released = 504;

const viewer = (page: Page): Locator => page.getByRole("region", { name: "File viewer" });
/** The marks on the first page of the file. */
const first = (page: Page): Locator => viewer(page).locator("[data-page='1'] .fil-marks[role='img']");
const saved = (page: Page) => expect(viewer(page).getByText("All marks saved")).toBeVisible();

/** Draws a line with the current tool across the middle of the first page. */
async function stroke(page: Page): Promise<void> {
  const box = await first(page).boundingBox();
  if (!box) throw new Error("The page is not drawn");
  const [x, y] = [box.x + box.width / 3, box.y + 200];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let at = 1; at <= 12; at += 1) await page.mouse.move(x + at * 12, y + (at % 2) * 6);
  await page.mouse.up();
}

test("homework is read, searched and marked with pen and note; the student sees the marks once they are released", async ({
  page,
}) => {
  await openClientAs(page, "tutor", `/file/${waiting}`);
  const view = viewer(page);
  const panel = view.getByRole("complementary", { name: "Marks" });
  const why = `Why does ${unique()} follow?`;
  await test.step("its pages are shown, and a word is found on them", async () => {
    await expect(view.locator("canvas[data-drawn]").first()).toBeVisible();
    await expect(view.getByText("of 3")).toBeVisible();
    await button(view, "Search").first().click();
    await view.getByLabel("Search in the file").fill("measurements agree");
    await page.keyboard.press("Enter");
    await expect(view.getByRole("status").filter({ hasText: /Found on \d pages?/ })).toBeVisible();
    await view.getByRole("button", { name: /^Page 3/ }).click();
    await expect(view.getByLabel("Page", { exact: true })).toHaveValue("3");
    await expect(view.locator(".fil-hit-box").first()).toBeAttached();
  });
  await test.step("pages are turned and fitted by keys", async () => {
    await view.getByRole("document").focus();
    await page.keyboard.press("Home");
    await expect(view.getByLabel("Page", { exact: true })).toHaveValue("1");
    await button(view, "Fit page").click();
    await expect(view.locator("[data-page='1'] canvas[data-drawn]")).toBeVisible();
    await button(view, "Thumbnails").click();
    await expect(view.getByRole("button", { name: "Go to page 2" })).toBeVisible();
  });
  const before = Number(/^\d+/.exec((await first(page).getAttribute("aria-label")) ?? "")?.[0]);
  await test.step("a pen draws, undo removes the stroke, and redo restores it", async () => {
    await button(view, "Pen").click();
    await stroke(page);
    await expect(first(page)).toHaveAttribute("aria-label", `${before + 1} marks on page 1`);
    await saved(page);
    await page.keyboard.press("Control+z");
    await expect(first(page)).toHaveAttribute("aria-label", `${before} marks on page 1`);
    await page.keyboard.press("Control+y");
    await expect(first(page)).toHaveAttribute("aria-label", `${before + 1} marks on page 1`);
    await saved(page);
  });
  await test.step("a note is put on the page by keys alone", async () => {
    await view.getByRole("document").focus();
    await page.keyboard.press("n");
    await page.keyboard.press("Enter");
    await page.keyboard.type(why);
    await page.keyboard.press("Control+Enter");
    await saved(page);
    await page.keyboard.press("m");
    await expect(view.getByRole("button", { name: why })).toBeVisible();
    expect(await faults(page, ".fil-viewer")).toEqual([]);
  });
  await test.step("after a reload both exist", async () => {
    await page.reload();
    await expect(first(page)).toHaveAttribute("aria-label", `${before + 2} marks on page 1`);
    await button(view, "Marks").first().click();
    await expect(view.getByRole("region", { name: "My marks" })).toContainText(why);
  });
  await test.step("the student does not see unreleased marks, and the other marker does", async () => {
    await openAnewAs(page, "student", `/file/${waiting}`, "client");
    await expect(first(page)).toHaveAttribute("aria-label", "0 marks on page 1");
    await openAnewAs(page, "sysadmin", `/file/${waiting}`);
    await button(view, "Marks").first().click();
    await expect(panel.getByText(why)).toBeVisible();
    await expect(view.getByRole("button", { name: /^Delete/ })).toHaveCount(0);
  });
  await test.step("the student reads released marks, with the answer to one", async () => {
    await openAnewAs(page, "student", `/file/${released}`, "client");
    await button(view, "Marks").first().click();
    await expect(panel.getByText("Name the assumption before you use it.")).toBeVisible();
    await expect(panel.getByText("I see. I took it from the lecture.")).toBeVisible();
    await expect(panel.getByText("I would give half a mark more")).toBeHidden();
    await expect(button(view, "Release my marks")).toBeHidden();
  });
});

test("a mark without a response is kept on the device and sent again", async ({ page }) => {
  await openAs(page, "academic", `/file/${another}`);
  await expect(first(page)).toBeVisible();
  const view = viewer(page);
  // The demo data has marks on this file; until they are loaded there are none.
  await expect(first(page)).not.toHaveAttribute("aria-label", "0 marks on page 1");
  const label = (await first(page).getAttribute("aria-label")) ?? "";
  const count = Number(/^\d+/.exec(label)?.[0]);
  await page.route("**/marks", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await button(view, "Pen").click();
  await stroke(page);
  await expect(view.getByText("Not saved: kept on this device and sent again")).toBeVisible();
  await expect(first(page)).toHaveAttribute("aria-label", `${count + 1} marks on page 1`);
  await page.unroute("**/marks");
  await page.reload();
  await saved(page);
  await expect(first(page)).toHaveAttribute("aria-label", `${count + 1} marks on page 1`);
  await button(view, "Marks").first().click();
  await view
    .getByRole("region", { name: "My marks" })
    .getByRole("button", { name: "Delete Pen on page 1" })
    .last()
    .click();
  await saved(page);
});

test("each kind of file opens, or says why not", async ({ page, admin }) => {
  // Other tests add their own files; those of the demo data are found by their names if the test searches for their
  // words.
  const names: Record<string, string> = { csv: "Mileage", txt: "Identity" };
  const one = async (extension: string) => {
    const files = await admin.get<{ id: number; name: string }[]>("/files", { page: 1, pageSize: 100, extension });
    return (files.find((file) => file.name.startsWith(names[extension] ?? "")) ?? files[0])?.id ?? 0;
  };
  await openAs(page, "sysadmin", `/file/${await one("png")}`);
  const view = viewer(page);
  await expect(view.getByRole("img", { name: /\.png$/ })).toBeVisible();
  const wide = async () => (await view.getByRole("img", { name: /\.png$/ }).boundingBox())?.width ?? 0;
  const before = await wide();
  await button(view, "Zoom in").click();
  await expect.poll(wide).toBeGreaterThan(before);
  const shown: [string, (view: Locator) => Locator][] = [
    ["csv", () => view.getByRole("columnheader", { name: "Purpose" })],
    ["txt", () => view.getByText(/Passport of .* seen/)],
    // With LibreOffice its pages, otherwise a sentence.
    [
      "docx",
      () =>
        view
          .getByText(/^No .*Download the file to open it\.$/)
          .or(view.getByRole("img", { name: /^Page 1/ }))
          .or(view.locator("canvas").first())
          .first(),
    ],
    ["xlsx", () => view.getByText("No preview of this type").or(view.locator("canvas").first()).first()],
    ["jpg", () => view.getByRole("img", { name: /\.jpg$/ })],
  ];
  // A schedule reads the files of the demo data every two minutes; until then their previews are not ready.
  test.setTimeout(240_000);
  const docx = await one("docx");
  await expect
    .poll(async () => (await admin.get<{ state: string }>(`/file/${docx}/pages`)).state, { timeout: 180_000 })
    .not.toBe("waiting");
  for (const [extension, seen] of shown) {
    await page.goto(`/#/file/${await one(extension)}`);
    await expect(seen(view), extension).toBeVisible();
  }
  await button(view, "Next").click();
  await expect(page.getByText("This is the last file in the list")).toBeVisible();
});

/**
 * One valid file for each extension that uploads accept, as base64: those of `services/files/tests/builders.py`, and
 * pictures of two colours.
 */
const samples = JSON.parse(readFileSync(new URL("./samples.json", import.meta.url), "utf8")) as Record<string, string>;

test("every accepted type of file opens in the viewer, or the viewer says why not", async ({ page, admin }) => {
  test.setTimeout(300_000);
  const { id: entityTypeId } = await admin.student();
  const sent: [extension: string, id: number][] = [];
  for (const [extension, content] of Object.entries(samples)) {
    const { id } = await admin.send<{ id: number }>("POST", "/system/uploader", {
      multipart: {
        uploadType: "document",
        entityType: "student",
        entityTypeId: String(entityTypeId),
        file: {
          name: `Sample ${unique()}.${extension}`,
          mimeType: "application/octet-stream",
          buffer: Buffer.from(content, "base64"),
        },
      },
    });
    sent.push([extension, id]);
  }
  await openAs(page, "sysadmin", "/");
  const view = viewer(page);
  const word = (text: string | RegExp) => view.getByText(text).first();
  const seen: Record<string, Locator> = {
    picture: view.getByRole("img", { name: /^Sample/ }),
    pdf: view.locator("canvas[data-drawn]").first(),
    txt: word("naïve café"),
    csv: view.getByRole("columnheader", { name: "mark" }),
    eml: view.getByRole("heading", { name: "The mock exam" }),
    sound: view.locator("audio").or(word("Your browser cannot play this file")).first(),
    film: view.locator("video").or(word("Your browser cannot play this file")).first(),
  };
  const pictures = ["avif", "bmp", "gif", "heic", "heif", "jfif", "jpeg", "jpg", "png", "tif", "tiff", "webp"];
  const kinds: Record<string, string> = {
    ...Object.fromEntries(pictures.map((extension) => [extension, "picture"])),
    pdf: "pdf",
    ai: "pdf",
    txt: "txt",
    csv: "csv",
    eml: "eml",
    mp3: "sound",
    mpga: "sound",
    ogg: "sound",
    mp4: "film",
    mpeg: "film",
  };
  for (const [extension, id] of sent) {
    await page.goto(`/#/file/${id}`);
    const place = seen[kinds[extension] ?? ""];
    // A file without a preview says so; office documents are drawn if LibreOffice is installed.
    await expect(
      place ??
        word(/Download the file to open it\.$|^No preview of this type/)
          .or(view.locator("canvas").first())
          .first(),
      extension,
    ).toBeVisible({ timeout: 30_000 });
    if (place === seen.picture)
      await expect
        .poll(() => place?.evaluate((image: HTMLImageElement) => image.naturalWidth), extension)
        .toBeGreaterThan(0);
  }
});

test("a recording plays from an address that reads ranges", async ({ page, admin }) => {
  const { id: entityTypeId } = await admin.student();
  const { id } = await admin.send<{ id: number }>("POST", "/system/uploader", {
    multipart: {
      uploadType: "document",
      entityType: "student",
      entityTypeId: String(entityTypeId),
      file: {
        name: "tone.mp3",
        mimeType: "audio/mpeg",
        buffer: Buffer.concat([Buffer.from("ID3\x04\x00\x00\x00\x00\x00\x00", "latin1"), Buffer.alloc(4_000, 0)]),
      },
    },
  });
  const asked = page.waitForResponse((answer) => answer.url().includes("/api/v1/file/player/"));
  await openAs(page, "sysadmin", `/file/${id}`);
  expect([200, 206]).toContain((await asked).status());
});

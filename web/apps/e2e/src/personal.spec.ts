import { request, type Locator, type Page } from "@playwright/test";
import { Api, button, dialog, expect, heading, mainMenu, openAs, rowsOf, settled, test, unique } from "./fixtures";
import { all } from "./sizes";

// Each test would see what another stores, so they run one after the other.
test.describe.configure({ mode: "default" });

/** An account for which no other test stores anything. */
const account = "website";

/** Titles of the visible columns, without the marks of the order. */
const heads = (page: Page) =>
  page
    .locator(".ant-table-thead th")
    .evaluateAll((all) => all.map((head) => (head.textContent ?? "").replace(/\d+$/, "").trim()).filter(Boolean));
const widthOf = (head: Locator) => head.evaluate((element) => Math.round(element.getBoundingClientRect().width));
const headOf = (page: Page, title: string) => page.getByRole("columnheader", { name: title });

async function withoutChoices(run: (mine: Api) => Promise<void>): Promise<void> {
  const calls = await request.newContext({ baseURL: process.env.E2E_BASE_URL ?? "http://localhost:8080" });
  const mine = new Api(calls, account);
  const forget = async () => {
    for (const part of ["views", "stars"])
      for (const { id } of await mine.get<{ id: number }[]>(`/me/${part}`))
        await mine.send("DELETE", `/me/${part}/${id}`);
    await mine.send("PUT", "/me/settings", { data: { theme: "device", density: "compact", startPage: "/" } });
  };
  await forget();
  try {
    await run(mine);
  } finally {
    await forget();
    await calls.dispose();
  }
}

test("hidden, moved, pinned and widened columns are the same on another computer", async ({ page, browser }) => {
  await withoutChoices(async (mine) => {
    await openAs(page, account, "/students/list");
    await settled(page);
    const before = await heads(page);
    expect(before).not.toContain("ID");
    await button(page.locator("main"), "Columns").click();
    for (const [title, shown] of [
      ["Phone", false],
      ["ID", true],
    ] as const) {
      const box = page.getByRole("checkbox", { name: title, exact: true });
      await box.click();
      await expect(box).toBeChecked({ checked: shown });
    }
    await button(page.locator(".sr-columns"), "Pin School on the left").click();
    // By keyboard: lift, move up twice, drop.
    await button(page.locator(".sr-columns"), "Move Email").focus();
    for (const key of ["Space", "ArrowUp", "ArrowUp", "Space"]) {
      await page.keyboard.press(key);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    }
    const reordered = before.filter((title) => title !== "Phone" && title !== "School" && title !== "Email");
    reordered.splice(
      before.filter((title) => title !== "Phone" && title !== "School").indexOf("Email") - 1,
      0,
      "Email",
    );
    await expect.poll(() => heads(page)).toEqual(["School", ...reordered, "ID"]);
    await page.keyboard.press("Escape");

    const status = headOf(page, "Status");
    const width = await widthOf(status);
    const edge = page.getByRole("separator", { name: "Width of Status" });
    const box = await edge.boundingBox();
    if (!box) throw new Error("the edge is on the screen");
    await page.mouse.move(box.x + 4, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 64, box.y + 10, { steps: 4 });
    const sent = page.waitForResponse((answer) => answer.url().endsWith("/me/layout"));
    await page.mouse.up();
    await sent;
    await expect.poll(() => widthOf(status)).toBe(width + 60);
    const school = headOf(page, "School");
    const wide = await widthOf(school);
    await page.getByRole("separator", { name: "Width of School" }).dblclick();
    await expect.poll(() => widthOf(school)).not.toBe(wide);
    // Pinned columns stay while the others move.
    const stays = (await school.boundingBox())?.x;
    await page.locator(".ant-table-tbody-virtual-holder").hover();
    await page.mouse.wheel(400, 0);
    await expect.poll(async () => (await headOf(page, reordered[0] ?? "").boundingBox())?.x).toBeLessThan(stays ?? 0);
    expect((await school.boundingBox())?.x).toBe(stays);

    await page.reload();
    await settled(page);
    await expect.poll(() => heads(page)).toEqual(["School", ...reordered, "ID"]);
    const elsewhere = await browser.newPage();
    await openAs(elsewhere, account, "/students/list");
    await settled(elsewhere);
    await expect.poll(() => heads(elsewhere)).toEqual(["School", ...reordered, "ID"]);
    expect(await widthOf(headOf(elsewhere, "Status"))).toBe(width + 60);
    await elsewhere.close();
    expect(await mine.get<object[]>("/me/views", { list: "/students" })).toHaveLength(1);
  });
});

test("a saved default view opens first, and does not affect a colleague", all, async ({ page, browser }) => {
  await withoutChoices(async () => {
    const name = unique("View");
    await openAs(page, account, "/students/list?status=alumni");
    await settled(page);
    const views = page.locator("main").getByRole("button", { name: /^Views/ });
    const choose = async (item: string) => {
      await views.click();
      await page.getByRole("menuitem", { name: item }).click();
    };
    await choose("Save as…");
    await dialog(page, "Save view").getByLabel("Name").fill(name);
    await button(dialog(page, "Save view"), "Save view").click();
    await expect(views).toContainText(name);
    await expect(page).toHaveURL(/status=alumni&saved=\d+$/);
    const link = page.url().slice(page.url().indexOf("#") + 1);
    await choose("Make default");
    await choose("Whole list");
    await expect(page).toHaveURL(/list\?saved=0$/);
    await page.goto("/#/");
    await expect(heading(page, /^Good /)).toBeVisible();
    await page.goto("/#/students/list");
    await expect(page).toHaveURL(/status=alumni&saved=\d+$/);
    await settled(page);

    const colleague = await browser.newPage();
    await openAs(colleague, "staff", link);
    await settled(colleague);
    await expect(rowsOf(colleague).first()).toContainText("Alumni");
    await expect(colleague.getByRole("button", { name: "Views", exact: true })).toBeVisible();
    await colleague.close();

    await choose("Star");
    await mainMenu(page).getByRole("button", { name: "Starred", exact: true }).click();
    await expect(mainMenu(page).getByRole("link", { name: `${name}, Students` })).toBeVisible();
  });
});

test("a starred record is in the menu and on home until the star is removed", async ({ page, admin }) => {
  await withoutChoices(async () => {
    const { id, lastName } = await admin.student();
    await openAs(page, account, `/students/${id}`);
    const star = button(page.locator("main"), "Star");
    await star.click();
    await expect(button(page.locator("main"), "Remove star")).toHaveAttribute("aria-pressed", "true");
    await page.goto("/#/");
    await expect(
      page.getByRole("navigation", { name: "Starred" }).getByRole("link", { name: `Test ${lastName}` }),
    ).toBeVisible();
    await mainMenu(page).getByRole("button", { name: "Starred", exact: true }).click();
    await mainMenu(page)
      .getByRole("link", { name: `Test ${lastName}` })
      .click();
    await expect(heading(page, `Test ${lastName}`)).toBeVisible();
    await mainMenu(page).getByRole("button", { name: "Starred", exact: true }).click();
    await button(mainMenu(page), `Remove star of Test ${lastName}`).click();
    await expect(mainMenu(page).getByText("Star a record or a view to find it here.")).toBeVisible();
    await expect(star).toHaveAttribute("aria-pressed", "false");
  });
});

test("settings apply in another browser, and the start page opens after sign-in", async ({ page, browser }) => {
  await withoutChoices(async (mine) => {
    await openAs(page, account, "/settings");
    const sent = page.waitForResponse(
      (answer) => answer.url().endsWith("/me/settings") && answer.request().method() === "PUT",
    );
    await page.getByRole("radio", { name: "Comfortable" }).check();
    await sent;
    await mine.send("PUT", "/me/settings", { data: { theme: "dark", startPage: "/students/list" } });
    const elsewhere = await browser.newPage();
    await elsewhere.goto("/");
    await elsewhere.getByLabel("User name").fill(account);
    await elsewhere.getByLabel("Password").fill("staffroom");
    await button(elsewhere.locator("body"), "Sign in").click();
    await expect(heading(elsewhere, "Students")).toBeVisible();
    await settled(elsewhere);
    await expect(elsewhere.locator("html")).toHaveAttribute("data-theme", "dark");
    expect(
      await rowsOf(elsewhere)
        .first()
        .evaluate((row) => row.getBoundingClientRect().height),
    ).toBe(36);
    await mainMenu(elsewhere).getByRole("link", { name: "Home", exact: true }).click();
    await expect(heading(elsewhere, /^Good /)).toBeVisible();
    await elsewhere.close();
  });
});

import { button, dialog, expect, heading, openAs, openEntry, test, unique } from "./fixtures";
import { headerOf, mailsTo } from "./mails";

test("a start board opens, its tiles lead to their rows, and its filters narrow them", async ({ page }) => {
  await openAs(page, "sysadmin");
  await openEntry(page, "Insights", "Dashboards");
  await page.getByRole("link", { name: "Director", exact: true }).click();
  await expect(heading(page, "Director")).toBeVisible();
  const students = page.getByRole("region", { name: "Active students" });
  await expect(students.locator("b")).toHaveText(/^\d/);
  await expect(page.locator(".id-tile[data-state='away'], .id-tile[data-state='refused']")).toHaveCount(0);
  const chart = page.getByRole("region", { name: "Outstanding by age", exact: true });
  await button(chart, "Show Outstanding by age as a table").click();
  await expect(chart.getByRole("table")).toBeVisible();
  await page.getByRole("region", { name: "Overdue invoices" }).getByRole("link", { name: "Overdue invoices" }).click();
  await expect(page).toHaveURL(/overdue=true/);
  await expect(heading(page, "Invoices")).toBeVisible();
});

test("a department narrows the tiles that support it, and the others say that they do not", async ({ page, admin }) => {
  const title = unique("Board ");
  const { id } = await admin.send<{ id: number }>("POST", "/dashboard", { data: { title } });
  const tile = { kind: "number", chart: "columns", x: 0, w: 3, h: 2 };
  await admin.send("POST", `/dashboard/${id}/tile`, {
    data: { ...tile, title: "Slips", service: "teaching", list: "/slips", y: 0 },
  });
  await admin.send("POST", `/dashboard/${id}/tile`, {
    data: { ...tile, title: "Notes", service: "identity", list: "/release-notes", y: 2 },
  });
  await openAs(page, "sysadmin", `/dashboard/${id}`);
  const notes = page.getByRole("region", { name: "Notes", exact: true });
  await expect(notes.locator("b")).toHaveText(/^\d/);
  await page.getByRole("combobox", { name: "Department" }).click();
  await page.locator(".ant-select-dropdown:visible .ant-select-item-option").nth(1).click();
  await expect(page).toHaveURL(/department=\d/);
  await expect(notes.getByText("Filters that do not narrow this tile: Department")).toHaveCount(1);
  await page.getByRole("region", { name: "Slips", exact: true }).locator("b").getByRole("link").click();
  await expect(heading(page, "Slips")).toBeVisible();
  await admin.send("DELETE", `/dashboard/${id}`);
});

test("a dashboard is copied, gets a tile, and is arranged by keys", async ({ page, admin }) => {
  const title = unique("Board ");
  await openAs(page, "academic", "/dashboards");
  await page.getByRole("link", { name: "Academic office", exact: true }).click();
  await button(page.locator("main"), "Copy").click();
  await expect(heading(page, "Academic office (copy)")).toBeVisible();
  const id = Number(page.url().split("/").at(-1));
  await admin.put(`/dashboard/${id}`, "title", title);
  await page.reload();
  await expect(heading(page, title)).toBeVisible();
  await button(page.locator("main"), "Edit").click();
  await button(page.locator("main"), "Share and filters").click();
  await expect(dialog(page, "Share and filters").getByText("Shared with roles").first()).toBeVisible();
  await page.keyboard.press("Escape");

  await button(page.locator("main"), "Add tile").click();
  const form = dialog(page, "Add tile");
  await form.getByRole("combobox", { name: "List" }).fill("Homework");
  await page
    .locator(".ant-select-dropdown:visible .ant-select-item-option")
    .filter({ hasText: /^Homework$/ })
    .click();
  await form.getByLabel(/^Title/).fill("Homework of all");
  await form.getByRole("button", { name: "Add tile" }).click();
  const tile = page.getByRole("group", { name: /^Homework of all, tile/ });
  await expect(tile.locator("b")).toHaveText(/^\d/);
  await tile.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowRight");
  type Detail = { tiles: { title: string; x: number; w: number }[] };
  await expect
    .poll(async () =>
      (await admin.get<Detail>(`/dashboard/${id}`)).tiles.find((one) => one.title === "Homework of all"),
    )
    .toMatchObject({ x: 1, w: 4 });
  await button(page.locator("main"), "Done").click();
});

test("a director adds a tile over tutorial times, sees it, and opens its screen", async ({ page, admin }) => {
  const title = unique("Board ");
  const { id } = await admin.send<{ id: number }>("POST", "/dashboard", { data: { title } });
  await openAs(page, "sysadmin", `/dashboard/${id}`);
  const main = page.locator("main");
  const choose = async (name: string, option: string) => {
    const form = dialog(page, "Add tile");
    await form.getByRole("combobox", { name, exact: true }).click();
    await page
      .locator(".ant-select-dropdown:visible .ant-select-item-option")
      .filter({ hasText: new RegExp(`^${option}$`) })
      .click();
  };
  const add = async (named: string, shown: string, choices: Record<string, string>) => {
    await button(main, "Add tile").first().click();
    await choose("Kind", "Statistic");
    await choose("Statistic", "Time to submission and approval of slips");
    await choose("Shown as", shown);
    for (const [name, option] of Object.entries(choices)) await choose(name, option);
    await dialog(page, "Add tile")
      .getByLabel(/^Title/)
      .fill(named);
    await dialog(page, "Add tile").getByRole("button", { name: "Add tile" }).click();
    await expect(dialog(page, "Add tile")).toHaveCount(0);
  };
  await add("Hours to submission", "Line", {
    Measure: "Median to submission, h",
    "Grouped by": "Month of the tutorial",
    "Days of the dashboard's period": "Tutorial date",
  });
  await add("Median", "Number", { Measure: "Median to approval, h" });
  await add("By department", "Table", { "Grouped by": "Department" });
  await button(main, "Done").click();

  const median = page.getByRole("region", { name: "Median", exact: true });
  await expect(median.locator("b")).toHaveText(/^\d/);
  await expect(
    page
      .getByRole("region", { name: "By department", exact: true })
      .getByRole("columnheader", { name: "90th percentile to approval, h" }),
  ).toBeVisible();
  const line = page.getByRole("region", { name: "Hours to submission", exact: true });
  await expect(line.locator("canvas, svg").first()).toBeVisible();
  await button(line, "Show Hours to submission as a table").click();
  await expect(line.getByRole("columnheader", { name: "Median to submission, h" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1440);
  await line
    .getByRole("button", { name: /: show rows$/ })
    .first()
    .click();
  await expect(heading(page, "Slips")).toBeVisible();
  await expect(page).toHaveURL(/handedIn=true/);
  await page.goBack();
  await line.getByRole("link", { name: "Hours to submission" }).click();
  await expect(heading(page, "Slip statistics")).toBeVisible();
  await admin.send("DELETE", `/dashboard/${id}`);
});

test("tiles are dragged and resized by the mouse", async ({ page, admin }) => {
  const title = unique("Board ");
  const { id } = await admin.send<{ id: number }>("POST", "/dashboard", { data: { title } });
  const tile = { kind: "number", service: "identity", list: "/users", chart: "columns", w: 3, h: 2, y: 0 };
  for (const [x, named] of [
    [0, "First"],
    [3, "Second"],
  ] as const)
    await admin.send("POST", `/dashboard/${id}/tile`, { data: { ...tile, x, title: named } });
  type Detail = { tiles: { title: string; x: number; y: number; w: number; h: number }[] };
  const placeOf = async (named: string) =>
    (await admin.get<Detail>(`/dashboard/${id}`)).tiles.find((one) => one.title === named);
  await openAs(page, "sysadmin", `/dashboard/${id}`);
  await button(page.locator("main"), "Edit").click();
  const first = page.getByRole("group", { name: /^First, tile/ });
  await expect(first.locator("b")).toHaveText(/^\d/);
  const drag = async (from: { x: number; y: number }, by: { x: number; y: number }) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + by.x / 2, from.y + by.y / 2, { steps: 8 });
    await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 8 });
    await page.mouse.up();
  };
  const boxOf = async () => (await first.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const before = await boxOf();
  const column = before.width / 3 + 4;
  await drag({ x: before.x + 30, y: before.y + 16 }, { x: column * 7, y: 0 });
  await expect.poll(() => placeOf("First")).toMatchObject({ x: 7, y: 0, w: 3, h: 2 });
  await expect(first).not.toHaveClass(/dragging/);
  await expect.poll(async () => (await boxOf()).x - before.x).toBeGreaterThan(column * 6.5);

  const now = await boxOf();
  await drag({ x: now.x + now.width - 6, y: now.y + now.height - 6 }, { x: column * 2, y: 2 * 68 });
  await expect.poll(() => placeOf("First")).toMatchObject({ x: 7, w: 5, h: 4 });
  expect(await placeOf("Second")).toMatchObject({ x: 3, y: 0, w: 3, h: 2 });
  await page.reload();
  await button(page.locator("main"), "Edit").click();
  await expect.poll(async () => Math.round((await boxOf()).width / column)).toBe(5);
  await admin.send("DELETE", `/dashboard/${id}`);
});

test("a dashboard shared with a role opens for its users, who cannot change it", async ({ page, admin }) => {
  const title = unique("Board ");
  const { id } = await admin.send<{ id: number }>("POST", "/dashboard", { data: { title } });
  await openAs(page, "accounting", `/dashboard/${id}`);
  await expect(page.getByRole("alert")).toBeVisible();
  await admin.put(`/dashboard/${id}`, "sharedRoles", ["accounting"]);
  await page.reload();
  await expect(heading(page, title)).toBeVisible();
  await expect(button(page.locator("main"), "Edit")).toHaveCount(0);
});

test("a reader has a dashboard mailed every week, sends it now, and stops it", async ({ page, admin }) => {
  const title = unique("Board ");
  const { id } = await admin.send<{ id: number }>("POST", "/dashboard", { data: { title } });
  const tile = {
    kind: "number",
    title: "Users",
    service: "identity",
    list: "/users",
    chart: "columns",
    x: 0,
    y: 0,
    w: 3,
    h: 2,
  };
  await admin.send("POST", `/dashboard/${id}/tile`, { data: tile });
  await admin.put(`/dashboard/${id}`, "sharedRoles", ["academicOffice"]);
  await openAs(page, "academic", `/dashboard/${id}`);
  await button(page.locator("main"), "Mail").click();
  const mail = dialog(page, `Mail ${title}`);
  await expect(mail.getByText("You do not get this dashboard by email yet.")).toBeVisible();
  await mail.getByText("Every week", { exact: true }).click();
  await mail.getByRole("combobox", { name: "Day" }).click();
  await page.locator(".ant-select-dropdown:visible .ant-select-item-option").filter({ hasText: "Thursday" }).click();
  await button(mail, "Mail it to me").click();
  await expect(mail.getByText("Every Thursday at 07:00")).toBeVisible();
  await expect(mail.getByText("Not yet")).toBeVisible();
  await button(mail, "Send now").click();
  await expect(page.locator(".sr-toast").filter({ hasText: "It was mailed to you" })).toBeVisible({ timeout: 30_000 });
  await expect(mail.getByText("Not yet")).toHaveCount(0);
  const [sent] = mailsTo("academic@staffroom.example").filter((text) => headerOf(text, "Subject").startsWith(title));
  expect(sent).toContain("application/pdf");
  expect(headerOf(sent ?? "", "List-Unsubscribe")).toContain("/dashboard/mail/stop/");
  await button(mail, "Stop").click();
  await expect(mail.getByText("You do not get this dashboard by email yet.")).toBeVisible();
  await admin.send("DELETE", `/dashboard/${id}`);
});

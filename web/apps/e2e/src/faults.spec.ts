import type { Locator } from "@playwright/test";
import { expect, heading, mainMenu, openAs, openEntry, rowsOf, settled, test, unique } from "./fixtures";
import { all } from "./sizes";

test("a missing remote does not affect the rest, and Retry loads it", async ({ page }) => {
  await page.route("**/remotes/people/**", (route) => route.abort());
  await openAs(page, "sysadmin", "/students/list");
  await expect(page.getByText("People did not load")).toBeVisible();
  await expect(mainMenu(page).getByText("People is not available")).toBeVisible();
  await openEntry(page, "Teaching", "Slips");
  await expect(heading(page, "Slips")).toBeVisible();
  await expect(rowsOf(page).first()).toBeVisible();
  await page.goto("/#/students/list");
  await expect(page.getByText("People did not load")).toBeVisible();
  await page.unroute("**/remotes/people/**");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(heading(page, "Students")).toBeVisible();
  await expect(rowsOf(page).first()).toBeVisible();
  await expect(mainMenu(page).getByRole("link", { name: "Students", exact: true })).toBeVisible();
});

test(
  "each missing area is named on its screens and loaded by Retry, and an unknown address is still not found",
  all,
  async ({ page }) => {
    const missing = [
      ["Teaching", "/system/slips"],
      ["Finance", "/accounts/invoices/7"],
      ["Files", "/file/1"],
      ["Support", "/admin/errors"],
      ["Identity", "/users/1/audit"],
    ] as const;
    const filesOf = (area: string) => `**/remotes/${area.toLowerCase()}/**`;
    for (const [area] of missing) await page.route(filesOf(area), (route) => route.fulfill({ status: 404, body: "" }));
    await openAs(page, "sysadmin", "/students/list");
    for (const [area, route] of missing) {
      await test.step(area, async () => {
        const failure = page.getByText(`${area} did not load`, { exact: true });
        await page.goto(`/#${route}`);
        await expect(failure).toBeVisible();
        await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
        await page.goto("/#/nowhere/at/all");
        await expect(heading(page, "404: page not found")).toBeVisible();
        await page.goBack();
        await page.unroute(filesOf(area));
        await page.getByRole("button", { name: "Retry" }).click();
        await expect(failure).toBeHidden();
        await expect(page.locator("main h1, main h2").first()).toBeVisible();
      });
    }
  },
);

test("an area built for another version is not loaded and says so, and the others work", async ({ page }) => {
  await page.route("**/remotes/people/area.json", async (route) => {
    const answer = await route.fetch();
    const manifest = (await answer.json()) as { shared: Record<string, string> };
    await route.fulfill({ response: answer, json: { ...manifest, shared: { ...manifest.shared, antd: "9.0.0" } } });
  });
  const entries: string[] = [];
  page.on("request", (request) => entries.push(request.url()));
  await openAs(page, "sysadmin", "/students/list");
  const panel = page.getByRole("alert").filter({ hasText: "People does not fit this version of Staffroom" });
  await expect(panel).toContainText(/It needs antd 9\.0\.0, here is \d+\.\d+\.\d+\./);
  expect(entries.filter((url) => url.includes("/remotes/people/remoteEntry.js"))).toEqual([]);
  await expect(mainMenu(page).getByText("People is not available")).toBeVisible();
  await openEntry(page, "Teaching", "Slips");
  await expect(rowsOf(page).first()).toBeVisible();
  await page.unrouteAll();
  await page.goto("/#/students/list");
  await panel.getByRole("button", { name: "Reload" }).click();
  await expect(heading(page, "Students")).toBeVisible();
});

test("a screen that failed to load is requested again", async ({ page }) => {
  await page.route("**/remotes.json", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { remotes: { name: string; paths: string[] }[] };
    for (const remote of body.remotes) if (remote.name === "teaching") remote.paths.push("/system/late-slips");
    await route.fulfill({ response: answer, json: body });
  });
  await openAs(page, "sysadmin", "/system/late-slips");
  await expect(page.getByText("Teaching did not load", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("Teaching did not load", { exact: true })).toBeVisible();
  await openEntry(page, "Teaching", "Slips");
  await expect(rowsOf(page).first()).toBeVisible();
});

test("an unavailable service is reported on its screens, the others work, and Retry loads it", async ({ page }) => {
  await page.route(/\/api\/v1\/invoices/, (route) =>
    route.fulfill({ status: 503, headers: { "Retry-After": "1" }, body: "" }),
  );
  await openAs(page, "sysadmin", "/accounts/invoices");
  const failure = page.getByRole("alert").filter({ hasText: "did not load" });
  await expect(failure).toBeVisible({ timeout: 30_000 });
  await expect(failure).toContainText("Network busy, please wait a few seconds and try again (503)");
  await openEntry(page, "People", "Students");
  await expect(rowsOf(page).first()).toBeVisible();
  await openEntry(page, "Money", "Invoices");
  await expect(failure).toBeVisible({ timeout: 30_000 });
  await page.unrouteAll();
  await failure.getByRole("button", { name: "Retry" }).click();
  await expect(rowsOf(page).first()).toBeVisible({ timeout: 30_000 });
});

test("a fault is reported from its toast and appears in the list of errors", async ({ page, admin }) => {
  const description = unique("The export would not come ");
  await page.route("**/api/v1/students/export", (route) =>
    route.fulfill({
      status: 500,
      json: { error: `Broken on purpose ${description}`, code: "internal", requestId: "e2e" },
    }),
  );
  await openAs(page, "academic", "/students/list");
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByText("Spreadsheet (XLSX)").click();
  const toast = page.locator(".sr-toast-negative");
  await expect(toast).toContainText("500: Broken on purpose");
  await expect(toast).toHaveAttribute("data-icon", "report_problem");
  await expect(page.getByRole("dialog", { name: "Preparing the spreadsheet" })).toBeHidden();
  await toast.getByRole("button", { name: "Report" }).click();
  const dialog = page.getByRole("dialog", { name: "Report a problem" });
  await expect(dialog.getByRole("button", { name: "Send report" })).toBeDisabled();
  await dialog.getByRole("textbox").fill(description);
  const sent = page.waitForRequest("**/api/v2/error");
  await dialog.getByRole("button", { name: "Send report" }).click();
  expect((await sent).postData()?.toLowerCase()).not.toContain("bearer");
  const done = page.getByRole("dialog", { name: "Report submitted" });
  await expect(done.getByRole("link", { name: "Support Tickets" })).toBeVisible();

  const [report] = await admin.get<{ id: number; description: string; trackingStatus: string }[]>("/errors", {
    sort: "-date",
    page: 1,
    pageSize: 10,
    search: description,
  });
  expect(report).toMatchObject({ description, trackingStatus: "submitted" });
});

test("an error report is found, opened and moved on by sysAdmin", async ({ page, admin }) => {
  const description = unique("Reported by a test ");
  await admin.post("/v2/error", {
    host: "localhost",
    route: "/students/list",
    message: description,
    userAgent: "e2e",
    platform: "e2e",
    description,
    optionalMsg: "",
    response: null,
    status: 500,
    request: null,
    API: "/api/v1/students",
    userId: null,
    version: "1.102.79",
    app: "staff",
    school: "Staffroom",
  });
  await openAs(page, "sysadmin", "/admin/errors");
  await page.getByRole("searchbox").fill(description.slice(-12));
  await expect(page).toHaveURL(/search=/);
  await settled(page);
  const row = rowsOf(page).filter({ hasText: description });
  await expect(row).toContainText("Submitted");
  await row.locator(".ant-table-cell").nth(2).dblclick();
  const drawer = page.getByRole("dialog").filter({ has: page.locator(".sr-report") });
  await expect(drawer).toContainText(description);
  await drawer.getByRole("button", { name: /investigat/i }).click();
  await expect(drawer.locator(".sr-record-title")).toContainText("Investigating");
  await page.keyboard.press("Escape");
  await expect(row).toContainText("Investigating");
});

test("a fault reported by many is one row, which opens its reports", async ({ page, admin, colleague }) => {
  const message = unique("Reported by many ");
  const report = {
    host: "localhost",
    route: "/students/list",
    message,
    userAgent: "e2e",
    platform: "e2e",
    optionalMsg: "",
    response: null,
    status: 500,
    request: null,
    API: "/api/v1/students",
    userId: null,
    version: "1.102.79",
    app: "staff",
    school: "Staffroom",
  };
  for (const [who, description] of [
    [admin, "First"],
    [admin, "Second"],
    [colleague, "Third"],
  ] as const)
    await who.post("/v2/error", { ...report, description });
  await openAs(page, "sysadmin", `/admin/errors?search=${encodeURIComponent(message.slice(-14))}`);
  await settled(page);
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowsOf(page)).toContainText("3 times");
  await expect(rowsOf(page)).toContainText("2 people");
  await rowsOf(page).locator(".ant-table-cell").nth(2).dblclick();
  await page.getByRole("tab", { name: "All 3 reports" }).click();
  await expect(page.locator(".sr-report .ant-table-row")).toHaveCount(3);
  await page.keyboard.press("Escape");
  await page.getByRole("switch", { name: "Each report" }).click();
  await expect(rowsOf(page)).toHaveCount(3);
});

for (const [width, height] of [
  [1280, 720],
  [820, 1180],
] as const) {
  test(
    `a toast covers neither the buttons of a dialog nor the foot of a list, ${width} pixels wide`,
    width === 820 ? all : {},
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.route("**/api/v1/departments/export", (route) =>
        route.fulfill({
          status: 500,
          json: { error: "Broken on purpose ".repeat(8), code: "internal", requestId: "e2e" },
        }),
      );
      await openAs(page, "sysadmin", "/departments");
      await page.getByRole("button", { name: "Export" }).click();
      await page.getByText("Spreadsheet (XLSX)").click();
      const toast = page.locator(".sr-toast-negative");
      await expect(toast).toBeVisible();
      await expect(toast).toHaveCSS("opacity", "1");
      const apart = (other: Locator) =>
        expect
          .poll(async () => {
            const [one, two] = [await toast.boundingBox(), await other.boundingBox()];
            return (
              one &&
              two &&
              (one.y + one.height <= two.y ||
                two.y + two.height <= one.y ||
                one.x + one.width <= two.x ||
                two.x + two.width <= one.x)
            );
          })
          .toBe(true);
      for (const control of await page
        .locator(".sr-page-header button, .sr-page-header h1, .sr-filter-open, .sr-top button")
        .all())
        await apart(control);
      for (const control of await page.locator(".sr-list-foot button").all()) await apart(control);
      await page.getByRole("button", { name: "New department", exact: true }).click();
      await apart(
        page
          .getByRole("dialog", { name: "New department" })
          .getByRole("button", { name: "Add department", exact: true }),
      );
    },
  );
}

test("when a report cannot be sent, a mail is offered with its text", async ({ page }) => {
  await page.route("**/api/v1/departments/columns", (route) =>
    route.fulfill({ status: 400, json: { error: "No", code: "invalid" } }),
  );
  await page.route("**/api/v2/error", (route) => route.fulfill({ status: 503, body: "" }));
  await openAs(page, "staff", "/departments");
  await page.getByRole("button", { name: "Report" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("Typed in vain");
  await dialog.getByRole("button", { name: "Send report" }).click();
  await expect(dialog.getByText("Report failed")).toBeVisible();
  await expect(dialog.getByRole("link", { name: "write to support" })).toHaveAttribute(
    "href",
    /^mailto:.*Typed%20in%20vain/,
  );
});

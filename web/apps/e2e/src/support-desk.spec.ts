import { choose, dialog, expect, heading, openAnewAs, openAs, rowsOf, settled, test, unique } from "./fixtures";

test("a ticket from a template has its answers, and the rota gives it to the person on duty", async ({ page }) => {
  const title = unique("Sign in ");
  await openAs(page, "staff", "/support/tickets/my");
  await page.getByRole("button", { name: "New ticket" }).click();
  const asking = dialog(page, "New support ticket");
  await choose(page, asking, "Template", "Cannot sign in");
  await expect(asking.getByRole("textbox", { name: /^Title/ })).toHaveValue("I cannot sign in");
  await asking.getByRole("textbox", { name: /^Title/ }).fill(title);
  await asking.getByRole("textbox", { name: /^Which browser/ }).fill("Firefox on a tablet");
  await asking.getByRole("button", { name: "Raise ticket" }).click();
  const problem = dialog(page, "Form errors");
  await problem.getByRole("button").last().click();
  await asking.getByRole("textbox", { name: /^What does the page say/ }).fill("Nothing");
  await asking.getByRole("button", { name: "Raise ticket" }).click();
  await expect(asking).toBeHidden();

  await openAnewAs(page, "techsupport", `/support/tickets/techSupport?search=${title}`);
  await settled(page);
  await rowsOf(page).dblclick();
  const ticket = dialog(page, new RegExp(title));
  await expect(ticket.locator(".sr-ticket-message").first()).toContainText(
    "Which browser and device do you use?Firefox on a tablet",
  );
  await expect(ticket.getByLabel("Details")).toContainText("By the rota of the team");
});

test("a document that helps closes the draft, and its link goes into an answer", async ({ page, admin }) => {
  const { id: primaryUser } = await admin.get<{ id: number }>("/auth/user");
  const title = `${unique("Where")} is the handbook`;
  const body = {
    team: "techSupport",
    priority: 3,
    metaType: "general",
    message: "<p>I need it</p>",
    primaryUser,
    title,
  };
  const { id } = await admin.post<{ id: number }>("/v2/support/ticket", body);
  await openAs(page, "sysadmin", "/support/tickets/my");
  await page.getByRole("button", { name: "New ticket" }).click();
  const asking = dialog(page, "New support ticket");
  await asking.getByRole("textbox", { name: /^Title/ }).fill("Where is the handbook?");
  const offered = asking.getByRole("region", { name: "Does one of these answer it?" });
  await expect(offered.getByRole("link", { name: "Tutor handbook" })).toHaveAttribute("href", /#\/file\/\d+/);
  await offered.getByRole("button", { name: "This helped: Tutor handbook" }).click();
  await expect(asking).toBeHidden();
  await expect(page.locator(".sr-toast")).toContainText("No ticket was raised");

  await page.goto(`/#/support/tickets/all?ticket=${id}`);
  const ticket = dialog(page, new RegExp(title));
  await ticket.getByRole("button", { name: "Insert link: Tutor handbook" }).click();
  await expect(ticket.getByRole("textbox", { name: "Message" })).toContainText("Tutor handbook");
  await ticket.getByRole("button", { name: "Send" }).click();
  await expect(ticket.locator(".sr-ticket-message").last().getByRole("link", { name: "Tutor handbook" })).toBeVisible();
});

test("each number of the statistics opens its tickets", async ({ page }) => {
  await openAs(page, "sysadmin", "/support/statistics");
  await expect(heading(page, "Ticket statistics")).toBeVisible();
  await settled(page);
  const whole = rowsOf(page).first();
  const open = whole.getByRole("link", { name: /^Whole team: \d+ open$/ });
  const count = Number(await open.textContent());
  expect(count).toBeGreaterThan(0);
  await open.click();
  await settled(page);
  await expect(page.locator(".sr-list")).toContainText(new RegExp(`of ${count}\\b|${count} support tickets`));
});

test("a mail domain shows its problems and the record to set", async ({ page }) => {
  await openAs(page, "techsupport", "/support/mail/domains");
  await settled(page);
  await rowsOf(page).filter({ hasText: "tutors.staffroom.example" }).dblclick();
  const drawer = dialog(page, /tutors.staffroom.example/);
  await expect(drawer.getByRole("region", { name: "Records" })).toContainText(
    "The SPF record does not name our sending server include:spf.mailer.example",
  );
  await expect(drawer).toContainText("v=spf1 mx include:spf.mailer.example -all");
});

test("a recurring task shows its dates, and pauses", async ({ page }) => {
  await openAs(page, "techsupport", "/support/recurring");
  await settled(page);
  await rowsOf(page).filter({ hasText: "Prepare mock week" }).dblclick();
  const drawer = dialog(page, /Prepare mock week/);
  await expect(drawer).toContainText("None: it is paused");
  await expect(drawer).toContainText("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=9;BYMINUTE=0");
});

test("a ticket leads to its slip and its error", async ({ page, admin }) => {
  const [about] = await admin.get<{ id: number; title: string }[]>("/v2/support/tickets", {
    search: "Student was not there",
    page: "1",
  });
  await openAs(page, "sysadmin", `/support/tickets/all?ticket=${about?.id}`);
  const ticket = dialog(page, /Student was not there/);
  await ticket.getByRole("button", { name: "View slip" }).click();
  await expect(ticket).toBeHidden();
  await expect(page).toHaveURL(/\/system\/slips\?slip=\d+/);
  await expect(page.getByRole("dialog").first()).toBeVisible();
  const [fault] = await admin.get<{ id: number }[]>("/v2/support/tickets", { type: "error", page: "1" });
  await page.goto(`/#/support/tickets/all?ticket=${fault?.id}`);
  await page.getByRole("button", { name: "View error" }).click();
  await expect(page).toHaveURL(/\/admin\/errors\?id=\d+/);
  await expect(page.getByRole("dialog").first()).toContainText("Response data");
});

test("messages missed during a lost connection appear once it is back", async ({ page, context, admin }) => {
  const { id: primaryUser } = await admin.get<{ id: number }>("/auth/user");
  const title = unique("Line ");
  const body = { team: "techSupport", priority: 3, metaType: "general", message: "<p>Hello</p>", primaryUser, title };
  const { id } = await admin.post<{ id: number }>("/v2/support/ticket", body);
  await openAs(page, "techsupport", `/support/tickets/techSupport?ticket=${id}`);
  const ticket = dialog(page, new RegExp(title));
  await expect(ticket.locator(".sr-ticket-message")).toHaveCount(1);
  await context.setOffline(true);
  await expect(ticket.locator(".sr-ticket-live[data-stale]")).toContainText("The connection is lost", {
    timeout: 25_000,
  });
  for (const text of ["One", "Two"])
    await admin.post(`/v2/support/ticket/${id}/message`, { message: `<p>${text}</p>` });
  await context.setOffline(false);
  await expect(ticket.locator(".sr-ticket-message")).toHaveCount(3, { timeout: 25_000 });
  await expect(ticket.locator(".sr-ticket-message").last()).toContainText("Two");
  await expect(ticket.locator(".sr-ticket-live[data-stale]")).toHaveCount(0);
});

test("on a phone a toast does not cover the foot of a ticket", async ({ page, admin }) => {
  const { id: primaryUser } = await admin.get<{ id: number }>("/auth/user");
  const title = unique("Foot ");
  const body = { team: "techSupport", priority: 3, metaType: "general", message: "<p>Hello</p>", primaryUser, title };
  const { id } = await admin.post<{ id: number }>("/v2/support/ticket", body);
  await admin.post(`/v2/support/ticket/${id}/message`, { message: "<p>On it</p>" });
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, "techsupport", `/support/tickets/techSupport?ticket=${id}`);
  const ticket = dialog(page, new RegExp(title));
  await ticket.getByRole("button", { name: "Wait for an answer" }).click();
  const toast = await page.locator(".sr-toast").boundingBox();
  const foot = await ticket.locator(".sr-ticket-foot").boundingBox();
  expect(toast && foot && toast.y + toast.height <= foot.y).toBe(true);
});

test("unread notices are mailed together, at the chosen interval", async ({ page }) => {
  await openAs(page, "website", "/settings");
  await choose(page, page.locator("main"), "Unread notices as one email", "Every Monday at 07:30");
  await page.reload();
  await expect(page.locator(".sr-notice-digest")).toContainText("Every Monday at 07:30");
});

import { faults } from "./axe";
import { button, choose, dialog, editor, expect, heading, openAs, test, unique } from "./fixtures";

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 720 };
type Lead = { id: number; leadStatus: string; nextStep: string; origin: string | null };
type Subject = { tutorId: number; tutor: string; subject: string; level: string; status: string };
type Offer = { value: number; label: string; lacksChecks: boolean; free: string[] };
type Group = { text: string; leads: number; won: number; filters: Record<string, string> };

test("an enquiry from a phone is called, converted with its first tutorial, invoiced, paid, and counted in the statistics @all", async ({
  page,
  browser,
  admin,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const [family, child] = [unique("Family"), unique("Child")];
  // A subject and level with a tutor who has all checks and free time.
  let wish: Subject | undefined;
  let offer: Offer | undefined;
  for (const one of await admin.get<Subject[]>("/system/tutorsubjectlist", {
    status: "active",
    page: 1,
    pageSize: 50,
  })) {
    [offer] = (await admin.get<Offer[]>("/leads/conversion/tutors", { subject: one.subject, level: one.level })).filter(
      ({ free, lacksChecks }) => free.length > 0 && !lacksChecks,
    );
    wish = one;
    if (offer) break;
  }
  if (!wish || !offer) throw new Error("No tutor has free time");
  const { subject, level } = wish;
  const find = async () => (await admin.get<Lead[]>("/leads", { search: family, page: 1, pageSize: 10 }))[0];

  await test.step("the family sends the form twice on a phone, without script", async () => {
    const context = await browser.newContext({ viewport: phone, javaScriptEnabled: false, baseURL });
    const outside = await context.newPage();
    await outside.goto("/api/v1/public/enquiry/oxford?origin=School&campaign=Open+day");
    await outside.getByRole("button", { name: "Send enquiry" }).click();
    await expect(outside.getByRole("alert")).toContainText("Please check for errors in the form");
    const width = await outside.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(phone.width);
    for (let time = 0; time < 2; time += 1) {
      await outside.goto("/api/v1/public/enquiry/oxford?origin=School&campaign=Open+day");
      const shown = Date.now();
      await outside.getByLabel("First name", { exact: true }).fill("Ada");
      await outside.getByLabel("Last name", { exact: true }).fill(family);
      await outside.getByLabel("Email").fill(`${family.toLowerCase()}@staffroom.example`);
      await outside.getByLabel("First name of the student").fill(child);
      await outside.getByLabel("Kind of tuition").selectOption("supp");
      await outside.getByLabel("Subject").selectOption({ label: subject });
      await outside.getByLabel("Level").selectOption({ label: level });
      await outside.getByRole("checkbox").check();
      // The page refuses a form that is filled in faster than a person can.
      await expect.poll(() => Date.now() - shown).toBeGreaterThan(3_500);
      await outside.getByRole("button", { name: "Send enquiry" }).click();
      await expect(outside.getByRole("heading", { name: "Thank you" })).toBeVisible();
    }
    await context.close();
    expect(await admin.get<Lead[]>("/leads", { search: family, page: 1, pageSize: 10 })).toHaveLength(1);
    expect(await find()).toMatchObject({ leadStatus: "new", nextStep: "First call", origin: "School" });
  });

  const lead = await find();
  if (!lead) throw new Error("There is no lead");
  await test.step("the office logs a call", () => admin.put(`/enquiry/${lead.id}`, "leadStatus", "called"));

  await test.step("the lead is converted in one form with its first tutorial, after a preview", async () => {
    await page.setViewportSize(desk);
    await openAs(page, "academic", `/leads/${lead.id}/convert`);
    await expect(heading(page, "Convert lead")).toBeVisible();
    await expect(page.getByLabel("First name of the student")).toHaveValue(child);
    await choose(page, page.locator("main"), "Tutor", offer.label);
    const first = page.getByRole("combobox", { name: "First tutorial", exact: true });
    await first.click();
    const times = page.locator(".ant-select-dropdown", {
      has: page.locator(`[id="${await first.getAttribute("aria-controls")}"]`),
    });
    await times.locator(".ant-select-item-option").first().click();
    expect(await faults(page)).toEqual([]);
    await page.getByLabel("Agreed fee").fill("1200");
    await page.getByLabel("Purpose of the fee").fill("Ten hours");
    await button(page.locator("main"), "Check conversion").click();
    const asked = dialog(page, new RegExp(family));
    await expect(asked).toContainText("Draft invoice: £1,200.00 without VAT");
    await expect(asked).toContainText(`New student: ${child} ${family}, enrolment begins`);
    await expect(asked).toContainText(
      new RegExp(`New course: ${level} ${subject}, proposed, first tutorial \\d\\d/\\d\\d/\\d\\d \\d\\d:\\d\\d`),
    );
    await button(asked, "Convert lead").click();
    await expect(page.getByText("Lead converted")).toBeVisible();
    await page
      .locator("main")
      .getByRole("link", { name: `${child} ${family}` })
      .click();
    await expect(heading(page, `${child} ${family}`)).toBeVisible();
  });

  type Proposal = { enquiries: { id: number }[]; converted: { fee: number; courses: { id: number }[] } | null };
  const { enquiries, converted } = await admin.get<Proposal>(`/lead/${lead.id}/conversion`);
  await test.step("the tutor's calendar has the first tutorial", async () => {
    const booked = await admin.get<{ type: string; start: string }[]>("/events", {
      courseId: converted?.courses[0]?.id ?? 0,
      page: 1,
      pageSize: 10,
    });
    expect(booked.map(({ type, start }) => [type, Date.parse(start)])).toEqual([
      ["tutorial", Date.parse(offer.free[0] ?? "")],
    ]);
  });

  await test.step("finance has the draft of the fee, sends it, and books the payment", async () => {
    expect(converted?.fee).toBe(120_000);
    const invoices = () =>
      admin.get<{ id: number; status: string }[]>(`/enquiry/${enquiries[0]?.id}/invoices`, { page: 1, pageSize: 10 });
    await expect
      .poll(async () => (await invoices()).map(({ status }) => status), { timeout: 60_000 })
      .toEqual(["draft"]);
    const [draft] = await invoices();
    if (!draft) throw new Error("There is no draft");
    if ((await admin.get<{ total: number }>(`/invoice/${draft.id}`)).total === 0) await admin.line(draft.id, 120_000);
    await admin.post(`/invoice/${draft.id}/mark/sent`, { date: new Date(Date.now() - 60_000).toISOString() });
    await openAs(page, "accounting", `/accounts/invoices/${enquiries[0]?.id}?invoice=${draft.id}`);
    await button(editor(page), "Enter payment").click();
    const entry = dialog(page, "Enter payment");
    await choose(page, entry, "Payment method", "bank transfer");
    await entry.getByRole("button", { name: "Enter payment" }).click();
    await expect(editor(page).locator(".fin-head .sr-tag")).toHaveText("Paid");
  });

  await test.step("a second conversion is refused", async () => {
    await page.goto(page.url().replace(/#.*/, `#/leads/${lead.id}/convert`));
    await expect(page.locator("main")).toContainText("converted this lead on");
  });

  await test.step("the pipeline has the student and shows the missing pieces", async () => {
    await openAs(page, "academic", "/pipeline/student");
    const card = page.locator(".sr-board-card").filter({ hasText: family });
    await expect(card).toContainText("Forms");
    // The payment, the course and the tutorial exist.
    await expect(card).not.toContainText("First tutorial");
    await expect
      .poll(
        async () =>
          (await admin.get<{ missing: string }[]>("/pipeline/students", { search: family, page: 1, pageSize: 10 }))[0]
            ?.missing,
        { timeout: 60_000 },
      )
      .toBe("Forms");
    await card.getByRole("link").click();
    await expect(page.getByRole("dialog")).toContainText("Missing");
  });

  await test.step("the statistics match the rows", async () => {
    const groups = await admin.get<Group[]>("/leads/statistics/conversion", { by: "month" });
    const now = groups.at(-1);
    if (!now) throw new Error("There is no month");
    const rows = await admin.get<unknown[]>("/leads/statistics", {
      ...now.filters,
      outcome: "won",
      page: 1,
      pageSize: 1000,
    });
    expect(rows).toHaveLength(now.won);
    await openAs(page, "academic", "/leads/statistics");
    const table = page.getByRole("region", { name: "Conversion by month, table" });
    await table.getByRole("link", { name: `${now.text}, won: ${now.won}` }).click();
    await expect(page.locator("main")).toContainText(family);
  });
});

test("each page of lead statistics fits on a phone @all", async ({ page }) => {
  test.setTimeout(240_000);
  await page.setViewportSize(phone);
  for (const [route, title] of [
    ["/statistics/leads1", "Leads by month and status"],
    ["/statistics/leads2", "Leads by subject and level"],
    ["/statistics/leadorigin", "Origin of leads"],
    ["/statistics/leads-declined", "Declined leads"],
  ] as const) {
    await openAs(page, "academic", route);
    await expect(heading(page, title)).toBeVisible();
    await expect(page.locator("main [aria-busy='true']")).toHaveCount(0);
    expect(await faults(page), route).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), route).toBeLessThanOrEqual(phone.width);
  }
});

import { faults } from "./axe";
import { expect, heading, londonTime, openAs, rowsOf, settled, test, unique } from "./fixtures";

test("slips are filtered by status and type, and a submitted one is checked after a question", async ({
  page,
  admin,
  colleague,
}) => {
  await openAs(page, "academic", "/system/slips");
  await expect(heading(page, "Slips")).toBeVisible();
  const status = page.locator(".sr-list-tabs").first();
  for (const name of ["Saved", "Returned", "Submitted", "Checked", "Approved", "All"]) {
    await expect(status.getByRole("tab", { name, exact: true })).toBeVisible();
  }
  await status.getByRole("tab", { name: "Submitted" }).click();
  await expect(page).toHaveURL(/status=submitted/);
  await page.locator(".sr-list-tabs").last().getByRole("tab", { name: "Tutorial" }).click();
  await expect(page).toHaveURL(/type=default/);
  await settled(page);
  // Not one that the account wrote itself.
  const rows = await colleague.get<{ id: number; moves: string[] }[]>("/slips/default", {
    status: "submitted",
    page: 1,
    pageSize: 50,
  });
  const id = rows.find(({ moves }) => moves.includes("check"))?.id;
  if (!id) throw new Error("The demo data has submitted slips");
  const row = page.locator(`.sr-list .ant-table-row[data-row-key="${id}"]`);
  await expect(row).toContainText("Submitted");
  await row.locator(".ant-table-cell").nth(2).dblclick();
  await expect(page).toHaveURL(new RegExp(`slip=${id}\\b`));
  const drawer = page
    .locator(".ant-drawer-content, [role='dialog']")
    .filter({ has: page.locator(".sr-record-title") })
    .first();
  // The arrow keys scroll it, and no button shows its tooltip.
  await expect(drawer.locator(".sr-drawer-content")).toBeFocused();
  await expect(page.getByRole("tooltip")).toBeHidden();
  await drawer.getByRole("button", { name: "Checked", exact: true }).click();
  const ask = page.getByRole("dialog").filter({ hasText: "Slip checked?" }).last();
  await expect(ask).toContainText("The slip is marked as checked and waits for approval.");
  await ask.getByRole("button", { name: "Go back" }).click();
  expect((await admin.get<{ slipMeta: { status: string } }>(`/slip/${id}`)).slipMeta.status).toBe("submitted");
  await drawer.getByRole("button", { name: "Checked", exact: true }).click();
  await ask.getByRole("button", { name: "Mark as checked" }).click();
  await expect(page.locator(".sr-record-title")).toContainText("Checked");
  await expect(page.getByText("It waits for approval now")).toBeVisible();
  expect((await admin.get<{ slipMeta: { status: string } }>(`/slip/${id}`)).slipMeta.status).toBe("checked");
  await expect(drawer.getByRole("button", { name: "Approve", exact: true })).toBeVisible();
});

test("a slip is returned to its tutor with a reason of at least ten letters", async ({ page, admin }) => {
  // Slips of workshops and seminars are not returned.
  const [slip] = await admin.get<{ id: number }[]>("/slips/default", {
    status: "checked",
    sort: "tutorialDate",
    page: 1,
    pageSize: 10,
  });
  if (!slip) throw new Error("The demo data has checked slips");
  await openAs(page, "academic", `/system/slips?status=checked&slip=${slip.id}`);
  await page.getByRole("button", { name: "Return to tutor" }).click();
  const form = page.getByRole("dialog", { name: "Return to tutor" });
  await form.getByLabel("Reason").fill("too short");
  await form.getByLabel("Reason").press("Tab");
  await expect(form.getByRole("alert")).toBeVisible();
  await form.getByRole("button", { name: "Return to tutor" }).click();
  const refusal = page.getByRole("dialog").filter({ hasText: "Please check for errors in the form" });
  await refusal.getByRole("button", { name: "OK" }).click();
  await expect(form.getByRole("alert")).toHaveText("Field must have at least 10 characters");
  await form.getByLabel("Reason").fill("The second comment names another student");
  await form.getByRole("button", { name: "Return to tutor" }).click();
  await expect(page.locator(".tea-returned")).toContainText("The second comment names another student");
  await expect(page.locator(".sr-record-title")).toContainText("Returned");
});

test("a slip is begun with two answers, rated by keys, saved while typing and submitted", async ({ page, admin }) => {
  // The course that the demo tutor teaches only the demo student.
  const course = { id: 151 };
  const title = unique();
  // A minute at which no other tutorial begins: those of the demo data begin at full and half hours.
  const minute = 60_000;
  let ago = 61 + test.info().retry;
  while (new Date(Date.now() - ago * minute).getUTCMinutes() % 5 === 0) ago += 1;
  const began = new Date(Math.floor(Date.now() / minute - ago) * minute);
  const end = new Date(began.valueOf() + 60 * minute).toISOString();
  await admin.post("/events", {
    title,
    type: "tutorial",
    start: began.toISOString(),
    end,
    courseId: course.id,
    overrideReason: "A test of slips",
  });
  type Unwritten = { id: number; start: string; student: string; courseId: number };
  const waiting = async () =>
    (
      await admin.get<Unwritten[]>("/slip/unwritten", {
        courseId: course.id,
        status: "none",
        sort: "-start",
        page: 1,
        pageSize: 10,
      })
    ).find(({ start }) => start === began.toISOString().replace(".000Z", "Z"));
  await expect.poll(waiting).toBeDefined();

  await openAs(page, "academic", "/academic-office/late-slips?status=none&sort=-start");
  const row = rowsOf(page)
    .filter({ hasText: "AQA A-level Mathematics" })
    .filter({ hasText: `${londonTime(began)}–` })
    .first();
  await row.getByRole("button", { name: "Write the slip" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Present", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "On time" }).click();

  const form = page.locator(".tea-form");
  await expect(form.getByRole("heading", { name: "Performance" })).toBeVisible();
  expect(await faults(page, ".tea-form")).toEqual([]);
  // A refused submit shows the popup of the first missing part, opens its step and focuses the field.
  const refused = async (title: string, text: string) => {
    await form.getByRole("button", { name: "Submit", exact: true }).click();
    const popup = page.getByRole("dialog", { name: title, exact: true });
    await expect(popup).toContainText(text);
    await expect(page.getByText("Submit slip?")).toHaveCount(0);
    await popup.getByRole("button", { name: "OK" }).click();
  };
  await refused("Grade tracking", "Please set on track status for grades");
  await expect(form.locator("[data-field='ot1'][data-missing]")).toContainText("Please set on track status for grades");
  await expect(form.locator("[data-field='ot1'] input").first()).toBeFocused();
  for (const grade of ["Reach", "Match", "Safety"])
    await form
      .getByRole("group", { name: new RegExp(`^${grade} grade:`) })
      .getByRole("radio", { name: "On track", exact: true })
      .check();
  await form.getByRole("radio", { name: "Organisation: 3, Good" }).check();
  for (const key of ["4", "3", "4", "5"]) {
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press(key);
  }
  await form.getByLabel("Why excellent?").fill("Asked searching questions");
  await form.getByRole("button", { name: "Next" }).click();
  await form.getByRole("radio", { name: "Independent preparation: 4, Very good" }).check();
  await refused("Comment", "Please include a comment (minimum 25 characters)");
  await expect(form.getByLabel("Work covered")).toBeFocused();
  await expect(form.getByText("0 of 25")).toHaveCount(3);
  await expect(form.locator(".ant-steps-item-finish")).toHaveText(["Information", "Performance", "Independent prep"]);
  for (const name of ["Work covered", "Progress and understanding", "Next steps"]) {
    await form.getByLabel(name).fill("Worked steadily through the questions that were set.");
  }
  await expect(form.getByText("Saved", { exact: true }).last()).toBeVisible();
  await form.getByRole("button", { name: "Submit", exact: true }).click();
  await page
    .getByRole("dialog")
    .filter({ hasText: "Submit slip?" })
    .getByRole("button", { name: "Submit slip" })
    .click();
  await expect(form.locator(".tea-head")).toContainText("Submitted");
  await expect(page.getByRole("status").filter({ hasText: "Submitted. The office checks it next" })).toBeVisible();
  await form.getByRole("button", { name: "Close" }).first().click();
  expect(await waiting()).toBeUndefined();
});

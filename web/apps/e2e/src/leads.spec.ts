import { button, choose, dialog, expect, heading, openAs, rowsOf, settled, test, unique } from "./fixtures";

const day = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * day).toISOString();

test("an uncalled lead is shown to its owner, is called with one key, and disappears", async ({ page, admin }) => {
  const lastName = unique();
  const [academic] = await admin.get<{ id: number }[]>("/users", { search: "academic", page: 1, pageSize: 10 });
  const { id } = await admin.post("/enquiry", {
    firstName: "Ada",
    lastName,
    leadStatus: "new",
    phone: "07700 900123",
    ownerId: academic?.id,
    nextStep: "Call",
    nextDue: ago(4),
  });
  await openAs(page, "academic", `/leads/my/reminders?search=${lastName}`);
  await expect(heading(page, "My reminders")).toBeVisible();
  await settled(page);
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowsOf(page).first()).toContainText("07700 900123");
  await button(page.locator("main"), `No answer from Ada ${lastName}`).click();
  await expect(page.getByText(`Call to Ada ${lastName} logged: call again on the next working day`)).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(0);

  // The lead shows the latest entry, and takes the next entry together with the next step.
  await openAs(page, "academic", `/lead/${id}/log`);
  await expect(page.getByText("Call again").first()).toBeVisible();
  await button(page.locator("main"), "Log call").click();
  const form = dialog(page, `Log for Ada ${lastName}`);
  await form.getByLabel("What was said").fill("Wants two hours a week");
  await form.getByLabel("Next step", { exact: true }).fill("Send prices");
  await button(form, "Save to log").click();
  await expect(page.getByRole("tabpanel", { name: "Log" }).getByText("Wants two hours a week")).toBeVisible();
  await expect
    .poll(async () => {
      const lead = await admin.get<{ leadStatus: string; log: { text: string }[]; nextStep: string }>(`/enquiry/${id}`);
      return [lead.leadStatus, lead.log.length, lead.nextStep];
    })
    .toEqual(["called", 2, "Send prices"]);
});

test("two leads of one person are merged, and the merge is undone", async ({ page, admin }) => {
  const lastName = unique();
  const email = `${lastName.toLowerCase()}@example.org`;
  const first = await admin.post("/enquiry", { firstName: "Zoe", lastName, leadStatus: "new", email });
  await admin.post(`/lead/${first.id}/log`, { kind: "note", text: "Asked by telephone" });

  // The second lead is typed: the first is found by its mail address before it is saved.
  await openAs(page, "staff", "/lead");
  await page.getByLabel("First name").fill("Zoe");
  await page.getByLabel("Last name").fill(lastName);
  await page.getByLabel("Email").fill(email.toUpperCase());
  await expect(page.getByText("This may be somebody you know:")).toBeVisible();
  await expect(page.getByText("same mail and name", { exact: false })).toBeVisible();
  await button(page.locator("main"), "Save lead").click();
  await expect(heading(page, `Zoe ${lastName}`)).toBeVisible();

  await page.getByRole("tab", { name: "Log" }).click();
  await button(page.locator("main"), `Merge into Zoe ${lastName}`).click();
  await button(dialog(page, `Merge Zoe ${lastName} into lead Zoe ${lastName}?`), "Merge leads").click();
  await expect(page.getByText("Merged into another lead", { exact: false })).toBeVisible();
  expect((await admin.get<object[]>("/leads", { search: lastName, page: 1, pageSize: 10 })).length).toBe(1);
  await button(page.locator("main"), "Undo merge").click();
  await expect(page.getByText("Merge undone")).toBeVisible();
  expect((await admin.get<object[]>("/leads", { search: lastName, page: 1, pageSize: 10 })).length).toBe(2);
});

test("a lead is linked to an agent and to a candidate of the same number, and back", async ({ page, admin }) => {
  const lastName = unique();
  const phone = `07700 ${String(Date.now()).slice(-6)}`;
  await admin.post("/agents", { firstName: "Zoe", lastName: `${lastName}agency`, status: "active", phone });
  await admin.post("/candidates", { firstName: "Mia", lastName, status: "active" });
  const { id } = await admin.post("/enquiry", { firstName: "Mia", lastName, leadStatus: "new", kind: "exams", phone });
  await openAs(page, "exams", `/lead/${id}/log`);
  for (const [name, kind] of [
    [`Zoe ${lastName}agency`, "agent"],
    [`Mia ${lastName}`, "candidate"],
  ] as const) {
    await button(page.locator("main"), `Link to ${name}`).click();
    await button(dialog(page, `Link Mia ${lastName} to ${name}?`), "Link lead").click();
    await expect(page.getByText("Linked to a record", { exact: false }).first()).toBeVisible();
    await expect(button(page.locator("main"), `Link to ${name}`), kind).toHaveCount(0);
  }
  await expect(page.locator("main").getByRole("link", { name: `Zoe ${lastName}agency` })).toBeVisible();
  type Linked = { agent: { name: string } | null; students: { candidateId: number | null }[] };
  const linked = async () => {
    const { agent, students } = await admin.get<Linked>(`/enquiry/${id}`);
    return [agent?.name, students.map(({ candidateId }) => !!candidateId)];
  };
  expect(await linked()).toEqual([`Zoe ${lastName}agency`, [true]]);
  await button(page.locator("main"), "Undo merge").first().click();
  await expect(page.getByText("Merge undone")).toBeVisible();
  await expect.poll(linked).toEqual([`Zoe ${lastName}agency`, []]);
  await button(page.locator("main"), "Undo merge").first().click();
  await expect.poll(linked).toEqual([undefined, []]);
});

test("a template mail and a meeting are logged on the lead", async ({ page, admin }) => {
  const lastName = unique();
  const subject = unique("Prices for");
  const template = await admin.post("/emailTemplate", {
    name: unique("Answer to"),
    about: "person",
    sentTo: ["lead"],
    subject: `${subject} {{lastName}}`,
    body: "<p>Dear {{firstName}}, here are our prices.</p>",
    fileIds: [],
  });
  const { name } = await admin.get<{ name: string }>(`/emailTemplate/${template.id}`);
  const { id } = await admin.post("/enquiry", {
    firstName: "Ada",
    lastName,
    leadStatus: "new",
    email: `${lastName.toLowerCase()}@example.org`,
  });
  await openAs(page, "academic", `/lead/${id}/log`);

  await test.step("the mail of a template is shown and sent", async () => {
    await button(page.locator("main"), "Send email").click();
    await page.getByRole("menuitem", { name }).click();
    const mail = page.getByRole("dialog");
    await expect(mail.getByLabel("Subject")).toHaveValue(`${subject} ${lastName}`);
    await button(mail, "Send").click();
    await expect(page.getByText("Emails have been distributed")).toBeVisible();
    type Log = { log: { kind: string; text: string }[] };
    await expect
      .poll(
        async () => (await admin.get<Log>(`/enquiry/${id}`)).log.map(({ kind, text }) => [kind, text.split("\n")[0]]),
        { timeout: 60_000 },
      )
      .toEqual([["mail", `${subject} ${lastName}`]]);
  });

  await test.step("a meeting is booked, and is the next step", async () => {
    const owner = await admin.get<{ ownerId: number | null }>(`/enquiry/${id}`);
    const start = ago(-30 - (id % 200));
    const meeting = await admin.post(`/lead/${id}/meeting`, {
      start,
      minutes: 30,
      note: "Bring prices",
      overrideReason: "They come from afar",
      ...(owner.ownerId ? {} : { userId: (await admin.get<{ value: number }[]>("/leads/owners"))[0]?.value }),
    });
    expect(meeting.id).toBeTruthy();
    await page.reload();
    await expect(page.getByText("Bring prices")).toBeVisible();
    await expect(page.getByRole("link", { name: /^Meeting \d\d/ })).toBeVisible();
    await expect(page.getByText(/^Meeting, \d\d/).first()).toBeVisible();
  });
});

test("a lead is moved on the board to a lane that needs a reason", async ({ page, admin }) => {
  const lastName = unique();
  const [academic] = await admin.get<{ id: number }[]>("/users", { search: "academic", page: 1, pageSize: 10 });
  const { id } = await admin.post("/enquiry", {
    firstName: "Ada",
    lastName,
    leadStatus: "interested",
    value: 120_000,
    ownerId: academic?.id,
  });
  const [reason] = await admin.get<{ title: string }[]>("/leads/reasons", {
    status: "declined",
    page: 1,
    pageSize: 10,
  });
  await openAs(page, "academic", `/leads/overview?search=${lastName}`);
  const lane = (name: string) => page.getByRole("region", { name: new RegExp(`^${name},`) });
  const card = page.locator(".sr-board-card", { hasText: lastName });
  await expect(lane("Interested").locator(card)).toBeVisible();
  await expect(lane("Interested").locator("header")).toContainText("£1,200.00");
  await card.getByRole("link").focus();
  await page.keyboard.press("m");
  await page.getByRole("menuitem", { name: "Move to Declined" }).click();
  const form = page.getByRole("dialog").filter({ has: page.getByRole("button", { name: "Decline lead" }) });
  await choose(page, form, "Reason", reason?.title ?? "");
  await button(form, "Decline lead").click();
  await expect(lane("Declined").locator(card)).toBeVisible();
  const lead = await admin.get<{ leadStatus: string; reason: string }>(`/enquiry/${id}`);
  expect([lead.leadStatus, lead.reason]).toEqual(["declined", reason?.title]);
  // The log shows this to those who may read the history.
  await openAs(page, "academic", `/lead/${id}/log`);
  await expect(page.getByText(/Interested → Declined/)).toBeVisible();
});

test("a lead is dragged with the mouse to the lane of its next status, and to one that needs a reason", async ({
  page,
  admin,
}) => {
  const lastName = unique();
  const [academic] = await admin.get<{ id: number }[]>("/users", { search: "academic", page: 1, pageSize: 10 });
  const { id } = await admin.post("/enquiry", {
    firstName: "Ada",
    lastName,
    leadStatus: "interested",
    ownerId: academic?.id,
  });
  const [reason] = await admin.get<{ title: string }[]>("/leads/reasons", {
    status: "declined",
    page: 1,
    pageSize: 10,
  });
  await page.setViewportSize({ width: 1280, height: 720 });
  await openAs(page, "academic", `/leads/overview?search=${lastName}`);
  const lane = (name: string) => page.getByRole("region", { name: new RegExp(`^${name},`) });
  const card = page.locator(".sr-board-card", { hasText: lastName });
  await expect(lane("Interested").locator(card)).toBeVisible();
  const drag = async (name: string) => {
    // Both lanes are visible, as they are for a person who drags; nine do not fit.
    await lane(name).scrollIntoViewIfNeeded();
    const [from, to] = [await card.boundingBox(), await lane(name).boundingBox()];
    if (!from || !to) throw new Error("The board shows no card or no lane");
    const [x, y] = [from.x + from.width - 60, from.y + from.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 12, y + 4, { steps: 3 });
    await page.mouse.move(to.x + to.width / 2, to.y + 200, { steps: 10 });
    await page.mouse.up();
  };
  await drag("In progress");
  await expect(lane("In progress").locator(card)).toBeVisible();
  await drag("Declined");
  const form = page.getByRole("dialog").filter({ has: page.getByRole("button", { name: "Decline lead" }) });
  await choose(page, form, "Reason", reason?.title ?? "");
  await button(form, "Decline lead").click();
  await expect(lane("Declined").locator(card)).toBeVisible();
  expect((await admin.get<{ leadStatus: string }>(`/enquiry/${id}`)).leadStatus).toBe("declined");
});

test("New lead opens the page that warns of duplicates", async ({ page }) => {
  await openAs(page, "staff", "/leads");
  await page.locator("main").getByRole("link", { name: "New lead" }).click();
  await expect(page).toHaveURL(/\/lead$/);
  await expect(heading(page, "New lead")).toBeVisible();
});

test("an enrolment is moved by hand with a reason", async ({ page, admin }) => {
  const lastName = unique();
  const student = await admin.post("/students", { firstName: "Mia", lastName, status: "enquiry" });
  const { id } = await admin.post("/pipeline/enrolments", { studentId: student.id });
  await openAs(page, "academic", `/pipeline/student?search=${lastName}`);
  const lane = (name: string) => page.getByRole("region", { name: new RegExp(`^${name},`) });
  const card = page.locator(".sr-board-card", { hasText: lastName });
  await expect(lane("Offer sent").locator(card)).toBeVisible();
  await card.getByRole("link").focus();
  await page.keyboard.press("m");
  await page.getByRole("menuitem", { name: "Move to Accepted" }).click();
  const form = dialog(page, `Move Mia ${lastName} to Accepted?`);
  await form.getByLabel("Reason").fill("Agreed on the telephone");
  await button(form, "Move student").click();
  await expect(lane("Accepted").locator(card)).toBeVisible();
  const enrolment = await admin.get<{ stage: string; reason: string }>(`/pipeline/enrolments/${id}`);
  expect([enrolment.stage, enrolment.reason]).toEqual(["accepted", "Agreed on the telephone"]);
});

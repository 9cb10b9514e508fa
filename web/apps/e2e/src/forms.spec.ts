import type { Page } from "@playwright/test";
import { faults } from "./axe";
import { mailsTo } from "./mails";
import {
  button,
  choose,
  dialog,
  expect,
  heading,
  londonDay,
  openAs,
  openClientAs,
  rowsOf,
  settled,
  test,
  unique,
} from "./fixtures";

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 720 };
/** The last minute of a day in a month, in the typed format. */
const inAMonth = (): string => {
  const [year, month, day] = londonDay(new Date(Date.now() + 30 * 24 * 3600_000)).split("-");
  return `${day}/${month}/${year?.slice(2)} 23:59`;
};
const outline = (page: Page) => page.getByRole("navigation", { name: "Pages and fields" });
const properties = (page: Page) => page.getByRole("region", { name: "Properties of the field" });

/** Adds a field of a type with the outline, and names it. */
async function addField(page: Page, type: string, title: string): Promise<void> {
  await button(outline(page), "Add field").click();
  await page.getByRole("menuitem", { name: type, exact: true }).click();
  await properties(page).getByLabel("Question").fill(title);
}

test("a form is built, requested, filled in on a phone with a bad connection, returned, corrected, accepted, and written to the record @all", async ({
  page,
  context,
  admin,
}) => {
  test.setTimeout(240_000);
  const title = unique("Form");
  const student = await admin.get<{ id: number; mobile: string | null }>("/students/1");
  let form = 0;
  await test.step("the academic office builds and publishes it", async () => {
    await page.setViewportSize(desk);
    await openAs(page, "academic", "/admin/forms");
    await button(page.locator("main"), "New form").click();
    const asked = dialog(page, "New form");
    await asked.getByLabel("Title").fill(title);
    await button(asked, "Create form").click();
    await expect(heading(page, title)).toBeVisible();
    form = Number(/forms\/(\d+)/.exec(page.url())?.[1]);
    await addField(page, "Yes or no", "Has the mobile number changed?");
    await addField(page, "Phone number", "Mobile number");
    await button(properties(page), "Set condition").first().click();
    await choose(page, properties(page), "Shown if: field", "Has the mobile number changed?");
    await expect(properties(page)).toContainText("“Has the mobile number changed?” is yes");
    await choose(page, properties(page), "Begins with, from the person’s record", "Mobile");
    await properties(page)
      .getByLabel(/written back/)
      .check();
    expect(await faults(page)).toEqual([]);
    await expect(page.locator(".forms-builder-bar")).toContainText("Saved");
    for (const [name, value] of [
      ["about", "student"],
      ["audience", ["client", "outside"]],
    ] as const)
      await admin.put(`/form/${form}`, name, value);
    await page.reload();
    await button(page.locator("main"), "Publish").click();
    await button(page.getByRole("dialog"), "Publish form").click();
    await expect(page.getByText(`${title} published`)).toBeVisible();
  });
  await test.step("it is requested from the parents of a student", async () => {
    await page.getByRole("tab", { name: "Requests" }).click();
    await button(page.locator("main"), "Request form").click();
    const asked = dialog(page, `Request ${title}`);
    await asked.getByRole("combobox", { name: "People", exact: true }).fill("Amelia Davies");
    await page.locator(".ant-select-item-option").first().click();
    await page.keyboard.press("Escape");
    await asked.getByLabel("Deadline").fill(inAMonth());
    await asked.getByLabel("Deadline").press("Enter");
    await button(asked, "Show who is asked").click();
    await expect(asked.getByRole("table")).toContainText("Amelia Davies");
    await button(asked, /^Request from \d/).click();
    await expect(asked).toContainText("Requested");
    await button(asked, "Close").last().click();
    await settled(page);
    await expect(rowsOf(page).first()).toContainText("Amelia Davies");
  });
  const entryOf = () => page.url().match(/entry\/(\d+)/)?.[1] ?? "";
  let entry = "";
  await test.step("a parent fills it in on a phone whose connection breaks", async () => {
    await page.setViewportSize(phone);
    await openClientAs(page, "client", "/forms");
    await page
      .getByRole("link", { name: new RegExp(title) })
      .filter({ hasText: "Due" })
      .click();
    await expect(heading(page, title)).toBeVisible();
    entry = entryOf();
    const wait = page.getByRole("status").filter({ hasText: /Saved on this device/ });
    await context.setOffline(true);
    await page.getByRole("radio", { name: "Yes" }).check();
    await page.getByRole("textbox", { name: "Mobile number" }).fill("+44 7700 900");
    await expect(wait).toBeVisible();
    expect(await faults(page)).toEqual([]);
    await context.setOffline(false);
    await expect(page.locator(".forms-save")).toHaveAttribute("data-state", "saved", { timeout: 45_000 });
    await button(page.locator("main"), "Send form").click();
    await expect(page.getByText("Thank you. This form was sent.")).toBeVisible();
  });
  await test.step("the office returns it with a reason", async () => {
    await page.setViewportSize(desk);
    await openAs(page, "academic", `/admin/forms/${form}/entries`);
    await settled(page);
    await rowsOf(page).first().getByText("Amelia Davies").click();
    const drawer = page.getByRole("dialog").last();
    await expect(drawer).toContainText("+44 7700 900");
    await button(drawer, "Return").click();
    const asked = page.getByRole("dialog").last();
    await asked.getByLabel("Reason").fill("Please enter the whole number.");
    await button(asked, "Return form").click();
    await expect(page.getByText("Form returned")).toBeVisible();
  });
  await test.step("the parent corrects it", async () => {
    await page.setViewportSize(phone);
    await openClientAs(page, "client", "/forms");
    await page
      .getByRole("link", { name: new RegExp(title) })
      .filter({ hasText: "Please enter the whole number." })
      .click();
    expect(entryOf()).toBe(entry);
    await expect(page.getByText("Please correct this form and send it again")).toBeVisible();
    await page.getByRole("textbox", { name: "Mobile number" }).fill("+44 7700 900123");
    await button(page.locator("main"), "Send form").click();
    await expect(page.getByText("Thank you. This form was sent.")).toBeVisible();
  });
  await test.step("the office accepts it and writes the number to the record", async () => {
    await page.setViewportSize(desk);
    await openAs(page, "academic", `/form/entry/${entry}/staff`);
    await button(page.locator("main"), "Accept").click();
    await expect(page.getByText("Form accepted")).toBeVisible();
    await button(page.locator("main"), "Write to record").click();
    const asked = dialog(page, /^Write to the record of/);
    await expect(asked.getByRole("table")).toContainText("+44 7700 900123");
    await button(asked, "Write 1 to record").click();
    await expect.poll(async () => (await admin.get<{ mobile: string }>("/students/1")).mobile).toBe("+44 7700 900123");
  });
  await admin.put("/students/1", "mobile", student.mobile);
});

test("the errors of a form are listed in a dialog whose links lead to the fields, by keyboard @all", async ({
  page,
  admin,
}) => {
  const [form] = await admin.get<{ id: number }[]>("/forms", {
    search: "Pre-arrival",
    status: "published",
    page: 1,
    pageSize: 10,
  });
  await openClientAs(page, "student", `/formv2/${form?.id}`);
  await page.getByRole("navigation", { name: "Pages of the form" }).getByRole("button").last().click();
  await button(page.locator("main"), "Send form").click();
  const errors = page.getByRole("dialog");
  await expect(errors).toContainText("Form errors");
  await expect(errors).toContainText("Please check for errors in the form");
  const link = errors.locator("li button").first();
  const name = (await link.textContent()) ?? "";
  await link.focus();
  await page.keyboard.press("Enter");
  await expect(errors).toHaveCount(0);
  await expect(
    page.locator("[data-field][data-invalid]").filter({ hasText: name }).first().locator(":focus"),
  ).toHaveCount(1);
});

/** The link in the latest mail to an address whose subject contains this text. */
async function linkTo(address: string, subject: string): Promise<string> {
  const last = () =>
    mailsTo(address)
      .filter((text) => text.includes(`Subject: ${subject}`))
      .at(-1) ?? "";
  await expect.poll(last, { timeout: 60_000 }).not.toBe("");
  const link = /https?:\/\/[^\s"<]+(\/api\/v1\/public\/form\/[\w-]+)/.exec(last());
  return link?.[1] ?? "";
}

test("a parent without an account is asked by mail, continues after a lost connection, sends, corrects, and is accepted @all", async ({
  page,
  browser,
  admin,
}) => {
  test.setTimeout(240_000);
  const lastName = unique("Parent");
  const email = `${lastName.toLowerCase()}@parents.example`;
  const student = await admin.post("/students", { firstName: "Mia", lastName, status: "active" });
  const client = await admin.post("/clients", { firstName: "Ruth", lastName, email, status: "active" });
  await admin.post("/clients/students", { clientId: client.id, studentId: student.id });
  const field = { type: "text", required: true };
  const form = await admin.post("/forms", {
    title: unique("Consent"),
    about: "student",
    audience: ["client"],
    kind: "consent",
    definition: {
      settings: { reviewed: true },
      pages: [
        {
          id: "page1",
          title: "",
          fields: [
            { ...field, id: "fdoctor1", title: "Doctor" },
            { id: "fallergy1", type: "yesno", title: "Is there an allergy?", required: true },
            {
              ...field,
              id: "fwhich1",
              title: "Which allergy?",
              shownIf: { field: "fallergy1", operator: "is", value: true },
            },
          ],
        },
      ],
    },
  });
  await admin.post(`/form/${form.id}/publish`, {});
  const { title } = await admin.get<{ title: string }>(`/form/${form.id}`);
  const deadline = new Date(Date.now() + 30 * 24 * 3600_000).toISOString();
  await admin.post(`/form/${form.id}/requests`, {
    kind: "student",
    personIds: [student.id],
    to: "clients",
    deadline,
    note: "Before the trip",
  });
  const path = await linkTo(email, "Please fill in");

  const outside = await browser.newContext({ viewport: phone });
  const parent = await outside.newPage();
  const kept = parent.locator("#kept");
  await test.step("the parent begins on a phone, and loses the connection", async () => {
    await parent.goto(path);
    await expect(parent.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(parent.getByText("Before the trip")).toBeVisible();
    const copy = await outside.newPage();
    await copy.setContent((await parent.content()).replace(/<script[^]*<\/script>/, ""));
    expect(await faults(copy)).toEqual([]);
    await copy.close();
    await parent.getByLabel("Your name").fill(`Ruth ${lastName}`);
    await parent.getByLabel("Doctor").fill("Dr Green");
    await expect(kept).toHaveText("Saved");
    await outside.setOffline(true);
    await parent.getByRole("radio", { name: "Yes" }).check();
    await expect(kept).toContainText("The server cannot be reached");
    await outside.setOffline(false);
    await expect(kept).toHaveText("Saved", { timeout: 30_000 });
    await expect(parent.getByLabel("Which allergy?")).toBeVisible();
    await parent.getByLabel("Which allergy?").fill("Nuts");
    await expect(kept).toHaveText("Saved");
    await parent.close();
  });
  const again = await outside.newPage();
  await test.step("the parent continues in another tab and sends it", async () => {
    await again.goto(path);
    await expect(again.getByLabel("Doctor")).toHaveValue("Dr Green");
    await expect(again.getByLabel("Which allergy?")).toHaveValue("Nuts");
    await again.getByRole("button", { name: "Send form" }).last().click();
    await expect(again.getByRole("heading", { name: "Thank you" })).toBeVisible();
  });
  let entry = 0;
  await test.step("the office returns it with a reason", async () => {
    const [row] = await admin.get<{ id: number }[]>("/form/entries", { formId: form.id, page: 1, pageSize: 10 });
    entry = row?.id ?? 0;
    await openAs(page, "academic", `/form/entry/${entry}/staff`);
    await button(page.locator("main"), "Return").click();
    const asked = page.getByRole("dialog").last();
    await asked.getByLabel("Reason").fill("Please say which nuts.");
    await button(asked, "Return form").click();
    await expect(page.getByText("Form returned")).toBeVisible();
  });
  await test.step("the parent corrects it by the link of a mail", async () => {
    await again.goto(await linkTo(email, "Please correct"));
    await expect(again.getByText("Please say which nuts.")).toBeVisible();
    await expect(again.getByLabel("Which allergy?")).toHaveValue("Nuts");
    await again.getByLabel("Which allergy?").fill("Peanuts");
    await again.getByRole("button", { name: "Send form" }).last().click();
    await expect(again.getByRole("heading", { name: "Thank you" })).toBeVisible();
  });
  await test.step("the office accepts it", async () => {
    await page.reload();
    await expect(page.getByText("Peanuts")).toBeVisible();
    await button(page.locator("main"), "Accept").click();
    await expect(page.getByText("Form accepted")).toBeVisible();
    const [request] = await admin.get<{ status: string }[]>("/form/requests", {
      formId: form.id,
      status: "done",
      page: 1,
      pageSize: 10,
    });
    expect(request?.status).toBe("done");
  });
  await outside.close();
});

test("somebody without an account fills a form in without script @all", async ({ page, browser, admin }) => {
  const [form] = await admin.get<{ id: number }[]>("/forms", {
    search: "Reference for a tutor",
    status: "published",
    page: 1,
    pageSize: 10,
  });
  await openAs(page, "academic", `/admin/forms/${form?.id}/links`);
  await button(page.locator("main"), "New link").click();
  const asked = dialog(page, "New link for people without an account");
  await asked.getByLabel("Purpose").fill("Reference for a tutor who applies");
  await asked.getByLabel("Name of the person or course").fill("Ferreira");
  await page.locator(".ant-select-item-option", { hasText: "Ferreira" }).first().click();
  await asked.getByLabel("Usable until").fill(inAMonth());
  await asked.getByLabel("Usable until").press("Enter");
  await button(asked, "Create link").click();
  const address = await asked.getByLabel("Address of the form").inputValue();
  const plain = await browser.newContext({ javaScriptEnabled: false, viewport: phone });
  const outside = await plain.newPage();
  await outside.goto(address);
  await expect(outside.getByRole("heading", { level: 1 })).toBeVisible();
  await outside.locator("form button[type=submit]").last().click();
  await expect(outside.locator("body")).toContainText("Field is required");
  await plain.close();
});

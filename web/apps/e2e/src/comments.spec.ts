import { faults } from "./axe";
import { expect, openAs, test, unique } from "./fixtures";
import { all } from "./sizes";

test(
  "a comment is written with a type, pinned, and changed only in EDIT; a locked one cannot be changed",
  all,
  async ({ page, admin }) => {
    const { id } = await admin.student();
    await openAs(page, "sysadmin", `/students/${id}/comments`);
    await expect(page.getByText("No comments yet")).toBeVisible();

    const text = unique("Rang the client ");
    await page.getByRole("button", { name: "New comment", exact: true }).click();
    await page.getByRole("menuitem", { name: "Contact", exact: true }).click();
    const form = page.getByRole("dialog", { name: "Add comment" });
    await form.getByRole("textbox", { name: "Comment" }).fill(text);
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form).toBeHidden();
    const row = page.locator(".sr-list-tall .ant-table-row").filter({ hasText: text });
    await expect(row).toContainText("Contact");
    await expect(row).toContainText(/\d\d\/\d\d\/\d\d \d\d:\d\d/);

    await row.getByRole("button", { name: "Pin" }).click();
    await expect(row.getByRole("button", { name: "Unpin" })).toHaveAttribute("aria-pressed", "true");

    // Without EDIT, a click changes nothing and nothing can be deleted.
    await row.getByText(text).click();
    await expect(page.getByRole("dialog", { name: "Edit comment" })).toHaveCount(0);
    await expect(row.getByRole("button", { name: "Delete" })).toHaveCount(0);
    await page.getByRole("switch", { name: "EDIT" }).click();
    await row.getByText(text).click();
    const edit = page.getByRole("dialog", { name: "Edit comment" });
    await edit.getByRole("textbox", { name: "Comment" }).fill(`${text} again`);
    await edit.getByRole("button", { name: "Save" }).click();
    await expect(row).toContainText(`${text} again`);
    await expect(row.getByRole("button", { name: "Show history" })).toBeVisible();

    await row.getByRole("button", { name: "Lock", exact: true }).click();
    await expect(row.getByRole("button", { name: "Unlock" })).toBeVisible();
    await expect(row.getByRole("button", { name: "Delete" })).toHaveCount(0);
    await row.getByRole("button", { name: "Unlock" }).click();
    await row.getByRole("button", { name: "Delete" }).click();
    const ask = page.getByRole("dialog").filter({ hasText: "Delete entry?" });
    await expect(ask).toContainText("Are you sure you wish to delete this comment?");
    await ask.getByRole("button", { name: "Yes, delete" }).click();
    await expect(row).toHaveCount(0);
  },
);

test("a colleague is mentioned by @ in the text itself, and gets a notice", async ({ page, admin, colleague }) => {
  const { id } = await admin.student();
  const me = await colleague.get<{ name: string }>("/auth/user");
  await openAs(page, "sysadmin", `/students/${id}/comments`);
  await page.getByRole("button", { name: "New comment", exact: true }).click();
  await page.getByRole("menuitem", { name: "General", exact: true }).click();
  const form = page.getByRole("dialog", { name: "Add comment" });
  const text = form.getByRole("textbox", { name: "Comment" });
  await text.click();
  await page.keyboard.type(`Please look, @${me.name.slice(0, 4)}`);
  const people = page.getByRole("listbox", { name: "People" });
  await expect(people.getByRole("option").first()).toBeVisible();
  expect(await faults(page)).toEqual([]);
  // Esc closes the list but not the dialog; typing another letter does not reopen it for this name.
  await page.keyboard.press("Escape");
  await expect(people).toHaveCount(0);
  await expect(form).toBeVisible();
  await text.fill("");
  await page.keyboard.type(`Please look, @${me.name}`);
  await people.getByRole("option", { name: me.name, exact: true }).first().click();
  await page.keyboard.type("now");
  await expect(text).toHaveText(`Please look, @${me.name} now`);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();
  await expect(page.locator(".sr-list-tall .ant-table-row").getByText(`@${me.name}`)).toBeVisible();
  await expect
    .poll(async () =>
      (await colleague.get<{ target?: string }[]>("/notifications")).some(({ target }) =>
        target?.includes(`/students/${id}`),
      ),
    )
    .toBe(true);
});

test("a script in a comment is neither shown nor executed", async ({ page, admin, problems }) => {
  const { id } = await admin.student();
  const attacks = [
    "<script>window.hurt = 1</script>",
    "<img src=x onerror='window.hurt = 2'>",
    "<a href='javascript:window.hurt=3'>link</a>",
    "<iframe srcdoc='<script>parent.hurt=4</script>'></iframe>",
    "<div style='background:url(javascript:window.hurt=5)' onclick='window.hurt=6'>box</div>",
  ];
  const write = (comment: string) =>
    admin.post("/comment/add", { entityType: "student", entityTypeId: id, type: "general", comment });
  await write(`<p>Before ${attacks.join("")} after</p>`);
  await openAs(page, "staff", `/students/${id}/comments`);
  const row = page.locator(".sr-list-tall .ant-table-row").filter({ hasText: "Before" });
  await expect(row).toContainText("after");
  expect(await row.locator("script, img, [onclick], [onerror], iframe[srcdoc], a[href^='javascript']").count()).toBe(0);
  await row.getByText("box").click();
  expect(await page.evaluate(() => (window as { hurt?: number }).hurt)).toBeUndefined();

  // The same with an answer that no sanitiser has seen, because the browser sanitises again.
  await page.route("**/api/v1/comments", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { comment: string }[] };
    for (const one of body.data) one.comment = `<p>Raw ${attacks.join("")}</p>`;
    await route.fulfill({ response: answer, json: body });
  });
  await page.reload();
  const raw = page.locator(".sr-list-tall .ant-table-row").filter({ hasText: "Raw" });
  await expect(raw).toBeVisible();
  expect(await raw.locator("script, img[onerror], [onclick], iframe[srcdoc], a[href^='javascript']").count()).toBe(0);
  expect(await page.evaluate(() => (window as { hurt?: number }).hurt)).toBeUndefined();
  // Chromium logs every event handler that it parses, also in the sanitiser's own document, where none can run.
  problems.splice(0, problems.length, ...problems.filter((text) => !text.startsWith("Executing inline event handler")));
});

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { button, dialog, expect, fillSignIn, heading, mainMenu, rowsOf, settled, test } from "./fixtures";

/** A member of staff of organisation 3, which is in Portugal. */
const account = "staff28";
const folder = join(import.meta.dirname, "../../../libs/language/src/pt");
const catalogue: Record<string, string> = Object.assign(
  {},
  ...readdirSync(folder)
    .filter((name) => name.endsWith(".json") && name !== "areas.json")
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as object),
);
const differing = Object.entries(catalogue).filter(([text, said]) => text !== said && !text.includes("{"));
const english = new Set(differing.map(([text]) => text));
const portuguese = new Set(differing.map(([, said]) => said));

/** The texts and names on the screen, except the values in the rows of a list. */
const textsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (
        element &&
        !element.closest("script, style, .ant-table-row .ant-table-cell:not(:has(.sr-status))") &&
        element.getClientRects().length
      )
        texts.push(node.textContent?.trim() ?? "");
    }
    // Icons of antd are named after their drawing, in code.
    const named = [...document.querySelectorAll("[aria-label]:not(.anticon), [placeholder]")].filter(
      (element) => element.getClientRects().length,
    );
    return [
      ...texts,
      ...named.flatMap((element) => [element.getAttribute("aria-label"), element.getAttribute("placeholder")]),
    ].filter((text): text is string => !!text);
  });
const expectNone = async (page: Page, left: ReadonlySet<string>) =>
  expect([...new Set(await textsOn(page))].filter((text) => left.has(text))).toEqual([]);

test("a user of organisation 3 reads Portuguese, changes to English and back", async ({ page }) => {
  await page.goto("/");
  await fillSignIn(page, account);
  // The language of the organisation is known only after sign-in: the page then reloads in it.
  await expect(page.getByRole("navigation", { name: "Menu principal" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("pt-PT");
  await expect(heading(page, /^(Bom dia|Boa tarde|Boa noite)/)).toBeVisible();

  await test.step("the menu and a list", async () => {
    const menu = page.getByRole("navigation", { name: "Menu principal" });
    await expect(menu).toHaveAttribute("aria-busy", "false");
    await menu.getByRole("button", { name: "Pessoas", exact: true }).click();
    await menu.getByRole("link", { name: "Alunos", exact: true }).click();
    await expect(heading(page, "Alunos")).toBeVisible();
    await settled(page);
    await expect(page.getByRole("columnheader", { name: "Estado" })).toBeVisible();
    await expectNone(page, english);
  });

  await test.step("a form", async () => {
    await page.goto("/#/system/expenses?new=true");
    const form = dialog(page, "Adicionar pedido de reembolso");
    await expect(form).toBeVisible();
    await expectNone(page, english);
    await button(form, "Cancelar").click();
  });

  await test.step("money and dates", async () => {
    await page.goto("/#/accounts/invoices");
    await settled(page);
    await expect(heading(page, "Faturas")).toBeVisible();
    await expect(
      rowsOf(page)
        .filter({ hasText: /\d{2}\/\d{2}\/\d{2}/ })
        .first(),
    ).toBeVisible();
    await expect(
      rowsOf(page)
        .filter({ hasText: /\d,\d{2}\s(€|£)/ })
        .first(),
    ).toBeVisible();
    await expectNone(page, english);
  });

  await test.step("a word with two meanings is translated by area: entries of exams and of forms", async () => {
    await page.goto("/#/exams/entries");
    await settled(page);
    await expect(heading(page, "Inscrições")).toBeVisible();
    await expect(page.getByRole("columnheader", { name: "Entidade examinadora" })).toBeVisible();
    await expectNone(page, english);
  });

  await test.step("English, and back", async () => {
    await page.goto("/#/settings");
    await expect(heading(page, "As minhas preferências")).toBeVisible();
    // A language is named in that language.
    await expectNone(page, new Set([...english].filter((text) => text !== "English")));
    await page.getByRole("radio", { name: "English" }).click();
    await expect(heading(page, "My settings")).toBeVisible();
    await expect(mainMenu(page)).toBeVisible();
    await expectNone(page, new Set([...portuguese].filter((text) => !english.has(text) && text !== "Português")));
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("en-GB");
    await page.reload();
    await expect(heading(page, "My settings")).toBeVisible();
    await page.getByRole("radio", { name: "Português" }).click();
    await expect(heading(page, "As minhas preferências")).toBeVisible();
  });
});

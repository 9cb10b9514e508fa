import { expect, openAs, staffAccounts, test } from "./fixtures";
import { widths } from "./layout";
import { Walk } from "./walk";

// Hundreds of looks, each of which a trace would keep with the whole page: a finding says where it is.
test.use({ trace: "off", actionTimeout: 60_000 });

test("each entry of the menu of each other account opens its screen, in which nothing overlaps or is cut off", async ({ page }) => {
  test.setTimeout(600_000);
  const faults: string[] = [];
  // The menus of finance2 and finance3 are that of finance.
  const accounts = staffAccounts.filter((name) => !["sysadmin", "finance2", "finance3"].includes(name));
  for (const [place, account] of accounts.entries()) {
    const tab = await page.context().newPage();
    await openAs(tab, account);
    const walk = new Walk(tab, account);
    await walk.menu(widths[place % widths.length] ?? 1280);
    faults.push(...walk.list());
    await tab.close();
  }
  expect(faults).toEqual([]);
});

import { openAs, staffAccounts, test } from "./fixtures";
import { widths } from "./layout";
import { Walk } from "./walk";

// Some twenty looks each, of which a trace would keep the whole page: a finding says where it is.
test.use({ trace: "off", actionTimeout: 60_000 });

// sysadmin's screens are walked by layout.spec.ts; the menus of finance2 and finance3 are that of finance.
const accounts = staffAccounts.filter((name) => !["sysadmin", "finance2", "finance3"].includes(name));
for (const [place, account] of accounts.entries()) {
  test(`each entry of the menu of ${account} opens its screen, in which nothing overlaps or is cut off`, async ({ page }) => {
    test.setTimeout(240_000);
    await openAs(page, account);
    const walk = new Walk(page, account, test.info());
    await walk.menu(widths[place % widths.length] ?? 1280);
    walk.finish();
  });
}

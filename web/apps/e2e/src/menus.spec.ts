import { Api, expect, openAnewAs, staffAccounts, test } from "./fixtures";
import { widths } from "./layout";
import { all } from "./sizes";
import { menuOf, Walk } from "./walk";

/**
 * Accounts whose menus are the same except for `own`, the one with the most entries first; layout.spec.ts walks the
 * screens of sysadmin.
 */
const menus = [
  ["accounting"],
  ["finance", "finance2", "finance3"],
  ["exams"],
  ["staff", "academic", "cancels", "compliance", "website", "techsupport", "tutorsupport"],
] as const;
/** The entries that one of them has in addition to the others. */
const compliance = [
  "/compliance/readers",
  "/compliance/record",
  "/compliance/requirements",
  "/compliance/students/child",
  "/compliance/students/missing",
];
const desk = [
  "/support/answers",
  "/support/articles",
  "/support/mail/blocked",
  "/support/mail/domains",
  "/support/mail/in",
  "/support/mail/mailboxes",
  "/support/recurring",
  "/support/statistics",
  "/support/ticketTemplates",
];
const own: Readonly<Record<string, readonly string[]>> = {
  academic: [
    "/academic-office/late-slips",
    "/academic-office/journal-usage",
    "/academic-office/predicted-grades",
    "/tutor-terms",
    "/admin/forms",
    ...compliance,
    ...desk,
  ],
  compliance,
  website: ["/admin/website"],
  techsupport: desk,
  tutorsupport: desk,
};

test("every staff account's menu is walked", () => {
  expect([...menus.flat(), "sysadmin"].toSorted()).toEqual([...staffAccounts].toSorted());
});

for (const [place, [account, ...others]] of menus.entries()) {
  test(
    `each entry of the menu of ${[account, ...others].join(", ")} opens its screen, on which nothing overlaps or is cut off`,
    place ? all : {},
    async ({ page, request }) => {
      test.setTimeout(600_000);
      const walk = await Walk.as(account, page, test.info());
      const { addresses, calls } = await walk.menu(widths[place % widths.length] ?? 1280);
      for (const other of others) {
        await page.setViewportSize({ width: 1280, height: 720 });
        await openAnewAs(page, other);
        // Each role has its own groups in front.
        const menu = await menuOf(page);
        const more = own[other] ?? [];
        expect(menu.toSorted(), other).toEqual([...addresses, ...more].toSorted());
        for (const address of more) await walk.entry(address);
        // The screens are the same, so only a call could refuse them.
        const api = new Api(request, other);
        for (const call of calls) await api.get(call);
      }
      walk.finish();
    },
  );
}

import { expect, heading, mainMenu, openAs, openEntry, rowsOf, test } from "./fixtures";
import { builtElsewhere, serveArea, version } from "./other-commits";

test("of two areas built from other commits, the compatible one works and the other says why not", async ({ page }) => {
  const fitting = builtElsewhere("teaching", [
    ["apps/teaching/src/slips/room.tsx", 'title: "Slips"', 'title: "Slips of a later commit"'],
    ["libs/ui/src/page/page.tsx", "export function usePage", "export const later = 1;\nexport function usePage"],
  ]);
  const unfit = builtElsewhere("people", [["package.json", `"version": "${version}"`, '"version": "9.0.0"']]);
  await serveArea(page, "teaching", fitting);
  await serveArea(page, "people", unfit);
  const entries: string[] = [];
  page.on("request", (request) => entries.push(request.url()));

  await openAs(page, "sysadmin", "/students/list");
  const panel = page.getByRole("alert").filter({ hasText: "People does not fit this version of Staffroom" });
  await expect(panel).toContainText(
    `It needs Staffroom 9.0.0, here is ${version}. Reload the page; if it stays so, tell support.`,
  );
  await expect(mainMenu(page).getByText("People is not available")).toBeVisible();
  expect(entries.filter((url) => url.includes("/remotes/people/remoteEntry.js"))).toEqual([]);

  await openEntry(page, "Teaching", "Slips of a later commit");
  await expect(heading(page, "Slips of a later commit")).toBeVisible();
  await expect(rowsOf(page).first()).toBeVisible();
  await openEntry(page, "Money", "Invoices");
  await expect(rowsOf(page).first()).toBeVisible();
});

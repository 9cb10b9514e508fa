import { faults } from "./axe";
import { arriveAt, expect, openAs, rowsOf, settled, test } from "./fixtures";
import { all } from "./sizes";

// The whole invoice: parts below the edge of the window are not checked otherwise.
test.use({ viewport: { width: 1280, height: 2400 } });

test("screens, drawers and dialogs of finance have no serious accessibility faults", all, async ({ page, admin }) => {
  const of = async (status: string) =>
    (await admin.get<{ id: number }[]>("/invoices", { orgId: 1, status, page: 1, pageSize: 10 }))[0]?.id;
  const [draft, proposed, paid, bill] = [
    await of("draft"),
    await of("proposed"),
    await of("paid"),
    (await admin.get<{ id: number }[]>("/bills", { page: 1, pageSize: 10 }))[0]?.id,
  ];
  await openAs(page, "sysadmin", "/accounts/invoices");
  const places: [string, string][] = [
    ["the editor of a draft", `/accounts/invoices?orgId=1&invoice=${draft}`],
    ["the editor of what is proposed", `/accounts/invoices?orgId=1&invoice=${proposed}`],
    ["the editor of what is paid", `/accounts/invoices?orgId=1&invoice=${paid}`],
    ["a mail's text", "/accounts/mail-texts?text=1"],
    ["a bill", `/accounts/bills?bill=${bill}`],
    ["a bill that is not there", "/accounts/bills?bill=999999999"],
    ["statistics", "/accounts/invoicestatistics"],
    ["VAT figures", "/accounts/vat"],
    ["rates", "/finance/tutorpayments/rates"],
  ];
  for (const [name, route] of places) {
    await test.step(name, async () => {
      await arriveAt(page, route);
      expect.soft(await faults(page), name).toEqual([]);
    });
  }
  await test.step("bulk sending, and the mail of one invoice", async () => {
    await arriveAt(page, "/accounts/invoices?orgId=1&status=proposed");
    await settled(page);
    await rowsOf(page).first().getByRole("checkbox").check();
    expect.soft(await faults(page), "a selection").toEqual([]);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(page.getByRole("dialog").getByRole("status")).toBeVisible();
    expect.soft(await faults(page), "the dialog of many").toEqual([]);
  });
});

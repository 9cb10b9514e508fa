import { button, dialog, expect, heading, openAs, settled, test, unique } from "./fixtures";

test("a new student's checklist starts on enrolment, its steps wait for each other, and all are done", async ({
  page,
  admin,
}) => {
  const lastName = unique();
  const { id } = await admin.post("/students", { firstName: "Mia", lastName, status: "enquiry" });
  await admin.put(`/students/${id}`, "status", "active");
  await openAs(page, "academic", `/students/${id}/checklists`);
  const step = (title: string) => page.getByRole("listitem").filter({ has: page.getByText(title, { exact: true }) });
  await expect(page.getByText("0 of 5 done")).toBeVisible();
  await expect(step("Call the family before the first tutorial")).toContainText("Waits for Keep the signed terms");

  // The step requires a field of the record.
  await button(step("Enter the parental consent"), "Done").click();
  await expect(
    page.getByText(new RegExp(`Please fill in “Parental consent signed on” of Mia ${lastName} first`)).first(),
  ).toBeVisible();
  await admin.put(`/students/${id}`, "parentalConsent", "2026-09-01");
  await button(step("Enter the parental consent"), "Done").click();
  await expect(page.getByText("1 of 5 done")).toBeVisible();
  await expect(step("Enter the parental consent")).toContainText("Done by");

  await button(step("Keep the signed terms"), "Skip").click();
  const why = dialog(page, "Skip Keep the signed terms?");
  await why.getByRole("textbox").fill("Terms of last year hold");
  await button(why, "Skip step").click();
  await expect(page.getByText("2 of 5 done")).toBeVisible();
  await expect(step("Call the family before the first tutorial")).not.toContainText("Waits for");

  await openAs(page, "academic", `/checklists/mine?search=${lastName}`);
  await expect(heading(page, "My checklist steps")).toBeVisible();
  await settled(page);
  await expect(page.getByText(`Mia ${lastName}`).first()).toBeVisible();
});

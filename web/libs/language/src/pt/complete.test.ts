import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { hasTexts, textsOf } from "../../../build/src/texts.mjs";
import { texts } from "./texts";

const web = resolve(__dirname, "../../../..");
/** Sources whose texts are all in Portuguese: the beginnings of their paths. The others follow: one joins when its last text is translated. */
const complete = ["libs/", "apps/shell/", "apps/people/", "apps/teaching/", "apps/finance/", "apps/support/", "apps/files/", "apps/identity/"];
/** Lists and records whose declared texts are all in Portuguese. */
const completeThings = [
  "/students", "/clients", "/tutors", "/candidates", "/staff", "/courses", "/events", "/events/my", "/address", "/slips", "/slip", "/slip/deadlines", "/homework", "/reports",
  "/report", "/invoices", "/invoice", "/invoice/item", "/bills", "/expenses", "/orgs", "/departments", "/users", "/checklists",
  "/academic-years", "/auth/audit", "/auth/sessions", "/dashboard", "/dashboard/tile", "/dashboards", "/release-notes", "/table-templates", "/tables", "/website-notices",
  "/emailTemplate", "/emailTemplates", "/emailTemplates/bounced", "/emailTemplates/sendings", "/emailTemplates/sent", "/emailTemplates/unsubscribed",
  "/error", "/errors", "/v2/support/answer", "/v2/support/answers", "/v2/support/article", "/v2/support/articles", "/v2/support/blockedSender",
  "/v2/support/blockedSenders", "/v2/support/duties", "/v2/support/duty", "/v2/support/dutyAbsence", "/v2/support/dutyAbsences", "/v2/support/holidays",
  "/v2/support/hours", "/v2/support/level", "/v2/support/levels", "/v2/support/mailDomain", "/v2/support/mailDomains", "/v2/support/mailIn",
  "/v2/support/mailbox", "/v2/support/mailboxes", "/v2/support/mailsIn", "/v2/support/recurring", "/v2/support/recurrings", "/v2/support/statistics",
  "/v2/support/ticket", "/v2/support/ticketTemplate", "/v2/support/ticketTemplates", "/v2/support/tickets", "/v2/support/tickets/my",
  "/board", "/boards", "/file", "/files", "/folder", "/library", "/library/retention", "/library/sign", "/library/signing", "/library/trash",
  "/quarantine",
  "/applications/messages", "/courses/fulltime", "/courses/my", "/form", "/form/entries", "/form/link", "/form/links", "/form/request", "/form/requests",
  "/form/unallocatedpaqs", "/forms", "/leads/forms",
  "/applications/interviews", "/applications/references", "/applications/scorecards", "/applications/subjects", "/applications/tutors", "/enquiry",
  "/enquiryWithType", "/lead/students", "/leads", "/leads/consentwordings", "/leads/exams/conversions", "/leads/log", "/leads/my", "/leads/my/reminders",
  "/leads/origins", "/leads/reasons", "/leads/reminders", "/leads/rota", "/leads/statistics", "/leads/statistics/stays", "/leads/statistics/wishes",
  "/pipeline/enrolments", "/pipeline/stages", "/pipeline/students",
  "/expenses/line", "/invoice/examFees", "/invoice/footerHeader", "/invoice/samples", "/invoiceInstallment", "/invoices/bankaccounts",
  "/invoices/exchangerates", "/invoices/letterheads", "/invoices/my", "/invoices/reminders", "/invoices/reminders/ladder", "/invoices/reminders/stops",
  "/invoices/templates", "/invoices/unpaid", "/recharges", "/tutorpayments", "/tutorpayments/accounts", "/tutorpayments/lines", "/tutorpayments/paid",
  "/tutorpayments/rates", "/tutorpayments/slips", "/xero/org/accounts", "/xero/org/sub-accounts", "/xero/sync/documents",
  "/academic-office/journal-usage", "/academic-office/journal-weeks", "/collectionreport", "/collectionreport/mock", "/collectionreports",
  "/collectionreports/my", "/coursehours", "/coursehours/tutorials", "/homework/templates", "/journalEntry", "/my/journal", "/my/journal/people",
  "/my/offers", "/offers", "/report/predicted-grades", "/report/predicted-grades/ucas", "/reportmock", "/slip/absences", "/slip/absences/patterns",
  "/slip/attendance", "/slip/statistics", "/slip/unwritten", "/student/homework", "/studyplans", "/tutor-terms", "/tutor-terms/acceptances",
  "/v2/studyplan", "/v2/studyplanweek", "/v2/studyplanweekwithstudent",
];

const sources = ["apps", "libs"].flatMap((folder) => readdirSync(join(web, folder), { withFileTypes: true }).filter((entry) => entry.isDirectory()).flatMap(({ name }) =>
  readdirSync(join(web, folder, name, "src"), { recursive: true, encoding: "utf8" }).map((file) => join(folder, name, "src", file)))).filter((file) => hasTexts(join(web, file)));
const things: Record<string, string[]> = Object.assign({}, ...readdirSync(join(__dirname, "../declared")).map((name) =>
  JSON.parse(readFileSync(join(__dirname, "../declared", name), "utf8")) as object));
/** `{0}` and `{1}` of a text. */
const valuesOf = (text: string): string => [...new Set(text.match(/\{\d+/g))].toSorted().join();

test.each(complete)("every text of %s has a Portuguese one", (begin) => {
  const files = sources.filter((file) => file.startsWith(begin));
  const missing = files.flatMap((file) =>
    textsOf(readFileSync(join(web, file), "utf8"), join(web, file)).filter(({ text }) => texts[text] === undefined).map(({ text, line }) => `${file}:${line}: ${text}`));
  expect([files.length > 0, missing], "Add them to libs/language/src/pt").toEqual([true, []]);
});

test.each(completeThings)("what the service declares of %s has a Portuguese text", (thing) => {
  expect(things[thing]?.filter((text) => texts[text] === undefined), "Add them to libs/language/src/pt/services.json").toEqual([]);
});

test("each text stands in one file, once", () => {
  const names = readdirSync(__dirname).filter((name) => name.endsWith(".json"));
  const keys = names.flatMap((name) => [...readFileSync(join(__dirname, name), "utf8").matchAll(/^ {2}("(?:[^"\\]|\\.)*"):/gm)].map(([, key]) => key));
  expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([]);
});

test("a translation has the values of its text", () => {
  expect(Object.entries(texts).filter(([text, said]) => valuesOf(text) !== valuesOf(said ?? "")).map(([text]) => text)).toEqual([]);
});

// A text that is declared and drawn by a library is looked up twice.
test("a translation is not the English of something else", () => {
  expect(Object.values(texts).filter((said) => said !== undefined && texts[said] !== undefined && texts[said] !== said)).toEqual([]);
});

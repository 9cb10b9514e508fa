// `npm run pictures`: takes the documentation's pictures of a running system with the demo data (BASE_URL, else
// http://localhost:8080) and saves them in `docs/images`: those of `docs/pictures.md` at 1440 and 390 px, those of the
// areas' pages at one width. Names after the command limit it to these: `npm run pictures -- accounting-home leads`.
import { chromium } from "@playwright/test";
import { writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromiumPath } from "./chromium.mjs";
import { signedIn } from "./screen-loads.mjs";

const folder = resolve(dirname(fileURLToPath(import.meta.url)), "../../docs/images");
const base = process.env.BASE_URL ?? "http://localhost:8080";
const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const wanted = process.argv.slice(2);
/** A day of the last week, whose tutorials have slips. */
const lastWeek = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10);
const pictures = [
  [
    "accounting",
    {
      "accounting-home": "/",
      "accounting-reminders": "/accounts/reminders",
      "accounting-editor": "/accounts/invoices?invoice=10",
      "accounting-invoices": "/accounts/invoices?status=final",
      "accounting-calendar": "/accounts/invoices?view=calendar",
      "accounting-figures": "/accounts/invoices?figures=date.month,status&measure=total&date=2026-01-01..2026-12-31",
    },
  ],
  [
    "finance",
    {
      "finance-home": "/",
      "finance-expenses": "/system/expenses?view=board",
      "finance-payments": "/accounts/tutorpayments?status=",
    },
  ],
  [
    "academic",
    {
      "academic-home": "/",
      "academic-review": "/system/slips?status=submitted&view=queue",
      "academic-calendar": `/system/slips?view=calendar&span=week&status=&day=${lastWeek}`,
    },
  ],
  ["exams", { "exams-home": "/", "exams-series": "/exams/series" }],
  ["tutorsupport", { "support-home": "/", "support-tickets": "/support/tickets/all" }],
  ["compliance", { "compliance-home": "/", "compliance-tutors": "/tutors/list?view=cards" }],
  [
    "staff",
    {
      "staff-home": "/",
      "staff-students": "/students/list?status=active",
      "staff-student": "/students/1",
      "staff-courses": "/courses/list?view=timeline&status=active",
    },
  ],
  ["sysadmin", { "sysadmin-home": "/", "sysadmin-operations": "/admin/operations", "sysadmin-settings": "/settings" }],
];

/** Pictures for the pages of the areas, at one width. */
const ofAreas = [
  [
    "academic",
    {
      leads: "/leads?view=board",
      applications: "/applications/tutors/list?view=board",
      reports: "/system/reports",
      studyplan: "/studyplans/1",
      homework: "/homework",
      statistics: "/statistics/slips",
      calendar: "/companyCalendar/week",
      checklists: "/checklists",
      forms: "/admin/forms/1/build",
      dashboard: "/dashboard/1",
      journal: "/journal",
      collections: "/system/collectionreports",
      offers: "/offers",
    },
  ],
  ["exams", { "exams-grid": "/exams/series/2/grid", "exams-day": "/exams/day2day" }],
  ["techsupport", { tickets: "/support/tickets/all" }],
  ["sysadmin", { library: "/library", website: "/admin/website" }],
  ["accounting", { "invoice-statistics": "/accounts/invoicestatistics" }],
  ["staff", { "staff-columns": "/students/list" }],
  ["compliance", { "compliance-record": "/compliance/record" }],
];
/** Screens of the client application, on a phone. */
const ofClients = [
  ["tutor", { "client-tutor": "/", "client-slip": "/slips" }],
  ["student", { "client-student": "/" }],
];

/** Buttons to press before a picture is taken. */
const pressed = { "staff-columns": "Columns" };

const browser = await chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox"] });

/** Wait until nothing has been loading for a second: a skeleton can be followed by another. */
async function settled(page) {
  const loading = page.locator("[aria-busy='true']:visible, .ant-skeleton:visible, .sr-loading:visible");
  for (let quiet = 0; quiet < 4; quiet += 1) {
    await page.waitForTimeout(250);
    if (await loading.count()) quiet = -1;
  }
}

/** Take the pictures of the screens of an account, in each of the sizes. */
async function take(account, screens, sizes, application = "") {
  const names = Object.keys(screens).filter((name) => wanted.length === 0 || wanted.includes(name));
  if (names.length === 0) return;
  const state = await signedIn(await browser.newContext(), `${base}${application}`, account, application ? 1 : 6);
  const context = await browser.newContext({ storageState: state });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  for (const name of names) {
    for (const size of sizes) {
      await page.setViewportSize(size);
      await page.goto(`${base}${application}/#${screens[name]}`);
      await page.locator("main h1").first().waitFor();
      await settled(page);
      if (pressed[name]) await page.getByRole("button", { name: pressed[name] }).first().click();
      if (!application && size === desk) await page.getByRole("button", { name: "Find anything" }).waitFor();
      // Toasts and animations are done.
      await page.waitForTimeout(900);
      const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality: 62 });
      await writeFile(resolve(folder, `${name}-${size.width}.webp`), Buffer.from(data, "base64"));
    }
    console.log(name);
  }
  await context.close();
}

try {
  for (const [account, screens] of pictures) await take(account, screens, [desk, phone]);
  for (const [account, screens] of ofAreas) await take(account, screens, [desk]);
  for (const [account, screens] of ofClients) await take(account, screens, [phone], "/client");
} finally {
  await browser.close();
}

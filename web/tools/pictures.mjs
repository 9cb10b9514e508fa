// `node tools/pictures.mjs`: takes the pictures of `docs/pictures.md` of a running system with the demo data (BASE_URL,
// else http://localhost:8080), at 1440 and 390 px, into `docs/images`.
import { chromium } from "@playwright/test";
import { writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromiumPath } from "./chromium.mjs";
import { signedIn } from "./screen-loads.mjs";

const folder = resolve(dirname(fileURLToPath(import.meta.url)), "../../docs/images");
const base = process.env.BASE_URL ?? "http://localhost:8080";
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const pictures = [
  [
    "accounting",
    {
      "accounting-home": "/",
      "accounting-reminders": "/accounts/reminders",
      "accounting-bill": "/accounts/bills?bill=1",
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
      "finance-payments": "/accounts/tutorpayments",
    },
  ],
  [
    "academic",
    {
      "academic-home": "/",
      "academic-review": "/system/slips?status=submitted&view=queue",
      "academic-calendar": "/system/slips?view=calendar&span=week",
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
      "staff-columns": "/students/list",
    },
  ],
  ["sysadmin", { "sysadmin-home": "/", "sysadmin-operations": "/admin/operations", "sysadmin-settings": "/settings" }],
];

/** What is pressed before a picture is taken. */
const pressed = { "staff-columns": "Columns" };

const browser = await chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox"] });
try {
  for (const [account, screens] of pictures) {
    const context = await browser.newContext({
      storageState: await signedIn(await browser.newContext(), base, account),
    });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    for (const [name, path] of Object.entries(screens)) {
      for (const size of sizes) {
        await page.setViewportSize(size);
        await page.goto(`${base}/#${path}`);
        await page.locator("main h1").first().waitFor();
        await page
          .locator("[aria-busy='true']:visible, .ant-skeleton:visible, .sr-loading:visible")
          .first()
          .waitFor({ state: "detached" });
        if (pressed[name]) await page.getByRole("button", { name: pressed[name] }).first().click();
        // Toasts and what glides in come to rest.
        await page.waitForTimeout(900);
        const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality: 62 });
        await writeFile(resolve(folder, `${name}-${size.width}.webp`), Buffer.from(data, "base64"));
      }
      console.log(name);
    }
    await context.close();
  }
} finally {
  await browser.close();
}

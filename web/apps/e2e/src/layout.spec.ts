import type { Page } from "@playwright/test";
import { expect, fillSignIn, heading, mainMenu, openAs, otherAccounts, test, type Api } from "./fixtures";
import { Faults, lookAt, widths } from "./layout";
import { misnamed } from "./names";
import { Walk } from "./walk";
import { services as areas } from "../../../tools/services.mjs";

type Remote = { name: string; paths: string[] };
type Listed = { id: number };

/** A record of each kind whose page or drawer can be opened by an address. */
async function examples(admin: Api): Promise<Record<string, string[]>> {
  const first = async (path: string, query: Record<string, string | number> = {}): Promise<number> => {
    const [row] = await admin.get<Listed[]>(path, { page: 1, pageSize: 10, ...query });
    if (!row) throw new Error(`The demo data has nothing in ${path} ${JSON.stringify(query)}`);
    return row.id;
  };
  const profile = async (path: string) => [`${path}/${await first(path)}`];
  const drawer = async (route: string, param: string, path: string, ...queries: Record<string, string | number>[]) => {
    const ids = await Promise.all((queries.length ? queries : [{}]).map((query) => first(path, query)));
    return [route, ...ids.map((id) => `${route}?${param}=${id}`)];
  };
  const openSeries = await first("/system/examseries", { state: "entries" });
  return {
    "/users/:id/:tab?": await profile("/users"),
    "/dashboard/:id": [
      `/dashboard/${await first("/dashboards", { sort: "title" })}`,
      `/dashboard/${await first("/dashboards", { search: "Director" })}?period=past30`,
    ],
    "/admin/website/:id/:tab?": [
      `/admin/website/${await first("/website-notices", { state: "submitted" })}`,
      `/admin/website/${await first("/website-notices", { state: "live" })}/preview`,
    ],
    "/students/:id/:tab?": await profile("/students"),
    "/tutors/:id/:tab?": await profile("/tutors"),
    "/staff/:id/:tab?": await profile("/staff"),
    "/clients/:id/:tab?": await profile("/clients"),
    "/candidates/:id/:tab?": await profile("/candidates"),
    "/invigilators/:id/:tab?": await profile("/invigilators"),
    "/agents/:id/:tab?": await profile("/agents"),
    "/courses/:id/:tab?": await profile("/courses"),
    "/leads/:id/convert": [
      `/leads/${await first("/leads", { leadStatus: "new" })}/convert`,
      `/leads/${await first("/leads", { leadStatus: "completed" })}/convert`,
    ],
    "/leads/forms": await drawer("/leads/forms", "form", "/leads/forms"),
    "/pipeline/student": await drawer("/pipeline/student", "enrolment", "/pipeline/students"),
    "/exams/series/:id/:tab?": [
      `/exams/series/${await first("/system/examseries")}`,
      `/exams/series/${openSeries}/deadlines`,
      ...["sittings", "grid"].map((tab) => `/exams/series/${openSeries}/${tab}`),
    ],
    "/exams/exams/:id/:tab?": (await profile("/exam"))
      .map((path) => path.replace("/exam/", "/exams/exams/"))
      .flatMap((path) => [path, `${path}/entries`]),
    "/exams/candidates/:type?": ["/exams/candidates", "/exams/candidates/internal"],
    "/exams/entries": ["/exams/entries", "/exams/entries?figures=board"],
    "/exams/entries/:id/:tab?": await profile("/exams/entries"),
    "/exams/deadlines": ["/exams/deadlines", "/exams/deadlines?view=calendar"],
    "/exams/papers/:id/:tab?": [
      `/exams/papers/${await first("/exams/papers", { status: "stored" })}`,
      `/exams/papers/${await first("/exams/papers", { status: "dispatched" })}/log`,
    ],
    "/exams/sessions/:id/:tab?": (await profile("/exams/sessions")).flatMap((path) => [
      path,
      `${path}/seats`,
      `${path}/plan`,
      `${path}/roster`,
      `${path}/incidents`,
    ]),
    "/exams/reviews/:id/:tab?": await profile("/exams/reviews"),
    "/exams/certificates/:id/:tab?": await profile("/exams/certificates"),
    "/exams/files/:id/:tab?": (await profile("/exams/files")).flatMap((path) => [path, `${path}/rows`]),
    "/trialexams/marking/:id/:tab?": [
      `/trialexams/marking/${await first("/trialexams/marking", { status: "waiting" })}`,
      `/trialexams/marking/${await first("/trialexams/marking", { status: "marked" })}/papers`,
    ],
    "/trialexams/papers/:id/:tab?": (await profile("/trialexams/papers")).flatMap((path) => [path, `${path}/files`]),
    "/exams/references/:id/:tab?": await profile("/exams/references"),
    // These redirect to other addresses at once.
    "/exams/tables/:type/:filter?": [],
    "/cagchecklist/:checklistId": [],
    "/summerExams2020/:secret": [],
    "/checklists/:id/:tab?": [`/checklists/${await first("/checklists", { status: "open" })}/steps`],
    "/templates/checklist/:id/:tab?": [`/templates/checklist/${await first("/templates/checklist")}/steps`],
    "/applications/tutors/:id/:tab?": (await profile("/applications/tutors")).flatMap((path) => [
      path,
      `${path}/interviews`,
      `${path}/references`,
      `${path}/messages`,
    ]),
    "/applications/scorecards/:id/:tab?": await profile("/applications/scorecards"),
    "/compliance/requirements/:id/:tab?": await profile("/compliance/requirements"),
    "/compliance/students/missing": [
      "/compliance/students/missing?figures=severity",
      ...(await drawer(
        "/compliance/students/missing",
        "gap",
        "/compliance/students/missing",
        { status: "open" },
        { status: "waived" },
      )),
    ],
    "/compliance/looked/forms": ["/compliance/looked/forms"],
    "/form/entries": ["/form/entries", "/form/entries?figures=status"],
    "/form/retention": ["/form/retention"],
    "/compliance/tutors/missing": await drawer("/compliance/tutors/missing", "gap", "/compliance/tutors/missing", {
      status: "open",
    }),
    "/compliance/staff/missing": ["/compliance/staff/missing"],
    "/compliance/missing": await drawer("/compliance/missing", "gap", "/compliance/missing", { kind: "student" }),
    "/compliance/missing/over": ["/compliance/missing/over", "/compliance/missing/over?step=month&kind=tutor"],
    "/compliance/courses/missing": await drawer("/compliance/courses/missing", "gap", "/compliance/courses/missing", {
      status: "open",
    }),
    "/leads": [
      "/leads?view=board",
      ...(await drawer("/leads", "lead", "/leads", { leadStatus: "new" }, { leadStatus: "declined" })),
    ],
    "/leads/:id": [`/leads?lead=${await first("/leads", { leadStatus: "called" })}`],
    "/lead/:id/:tab?": [`/lead/${await first("/leads", { leadStatus: "interested" })}/log`],
    "/locations/:type?": ["/locations"],
    "/whiteboards/saved": ["/whiteboards/saved", "/whiteboards/saved?view=cards"],
    "/whiteboard/:mode": [`/whiteboard/lesson?board=${await first("/boards")}&event=`, "/whiteboard/own"],
    "/companyCalendar/:view?": ["/companyCalendar/week", "/companyCalendar/tutors"],
    "/calendar/:view?": ["/calendar/month"],
    "/events": await drawer("/events", "event", "/events", { status: "active" }),
    "/system/slips/:type?": [
      "/system/slips?figures=status,type&chart=heat",
      ...(await drawer("/system/slips", "slip", "/slips", { status: "submitted" }, { status: "approved" })),
    ],
    "/homework": [
      "/homework",
      "/homework?new=true",
      ...(await drawer(
        "/homework",
        "homework",
        "/homework",
        { status: "submitted", type: "written" },
        { status: "marked", type: "written" },
      )),
    ],
    "/offers": await drawer("/offers", "offer", "/offers", { status: "offered" }, { status: "accepted" }),
    "/tutor-terms": await drawer("/tutor-terms", "terms", "/tutor-terms", { status: "published" }, { status: "draft" }),
    "/studyplans/:id": [
      `/studyplans/${await first("/studyplans", { state: "plan" })}`,
      `/studyplans/${await first("/studyplans", { state: "none" })}`,
    ],
    "/journal": ["/journal?new=true"],
    "/academic-office/journal-usage": ["/academic-office/journal-usage", "/academic-office/journal-usage?by-week=true"],
    "/slips/:id/write": [
      `/slips/${await first("/slips", { status: "saved", type: "default" })}/write`,
      `/slips/${await first("/slips", { status: "saved", type: "PT" })}/write`,
    ],
    "/system/reports": [
      "/system/reports",
      "/system/reports?request=true",
      ...(await drawer("/system/reports", "report", "/reports", { status: "submitted" }, { status: "approved" })),
    ],
    "/system/collectionreports": [
      "/system/collectionreports?call=true",
      ...(await drawer(
        "/system/collectionreports",
        "collection",
        "/collectionreports",
        { status: "submitted" },
        { status: "approved" },
      )),
    ],
    "/collectionreports/:id/write": [
      `/collectionreports/${await first("/collectionreports", { status: "draft" })}/write`,
    ],
    "/reports/:id/write": [`/reports/${await first("/reports", { status: "saved" })}/write`],
    "/slips/register/:id": [
      `/slips/register/${(await admin.get<{ eventId: number }[]>("/slip/unwritten", { status: "saved", page: 1, pageSize: 10 }))[0]?.eventId}`,
    ],
    "/accounts/invoices/:ewtId?": [
      "/accounts/invoices?figures=date.month,status&measure=total",
      ...(await drawer(
        "/accounts/invoices",
        "invoice",
        "/invoices",
        ...["draft", "proposed", "partPaid", "credit"].map((status) => ({ orgId: 1, status })),
      )),
    ],
    "/accounts/bills": await drawer("/accounts/bills", "bill", "/bills", { status: "entered" }, { status: "paid" }),
    "/accounts/mail-texts": ["/accounts/mail-texts", "/accounts/mail-texts?text=1"],
    "/finance/tutorpayments/:list?": [
      ...(await drawer("/finance/tutorpayments", "run", "/tutorpayments", { status: "draft" }, { status: "paid" })),
      "/finance/tutorpayments/slips",
      "/finance/tutorpayments/rates",
    ],
    "/finance/invigilation-pay": [
      "/finance/invigilation-pay",
      "/finance/invigilation-pay?figures=status&measure=toPay",
    ],
    "/finance/recharge/:type?": ["/finance/recharge"],
    "/system/expenses": await drawer("/system/expenses", "claim", "/expenses"),
    "/support/tickets/:type?": await drawer("/support/tickets/all", "ticket", "/v2/support/tickets"),
    "/support/emails": await drawer("/support/emails", "id", "/emailTemplates"),
    "/support/emails/sent": await drawer("/support/emails/sent", "id", "/emailTemplates/sent"),
    "/support/emails/sendings": await drawer("/support/emails/sendings", "id", "/emailTemplates/sendings", {
      state: "paused",
    }),
    "/support/emails/unsubscribed": await drawer("/support/emails/unsubscribed", "id", "/emailTemplates/unsubscribed"),
    "/support/answers": await drawer("/support/answers", "id", "/v2/support/answers"),
    "/admin/errors": await drawer("/admin/errors", "id", "/errors"),
    "/admin/quarantine": await drawer("/admin/quarantine", "id", "/quarantine"),
    "/admin/forms": ["/admin/forms", "/admin/forms?new=true"],
    "/admin/forms/:formId/:tab?": await (async () => {
      const form = await first("/forms", { status: "published", generation: "2" });
      return ["", "?at=settings", "/entries", "/requests", "/links", "/details"].map(
        (tab) => `/admin/forms/${form}${tab}`,
      );
    })(),
    "/forms/:staff?": ["/forms"],
    "/form/:formId/:staff?": [
      `/form/${await first("/forms", { status: "published", generation: "2", kind: "feedback" })}/staff`,
    ],
    "/form/entry/:entryId/:staff?": [`/form/entry/${await first("/form/entries", { status: "received" })}/staff`],
    "/formv2/:formId": [`/formv2/${await first("/forms", { status: "published", generation: "2", kind: "feedback" })}`],
    "/formv2/entry/:entryId": [`/formv2/entry/${await first("/form/entries", { status: "accepted" })}`],
    "/library/:folderId?": ["/library/1", "/library/3", "/library/1?show=trash"],
    "/table/:slug": ["/table/overdue-invoices", "/table/students-by-department"],
    "/file/:fileId": [`/file/${await first("/files")}`],
  };
}

/** Screens of the shell, and an address without a screen. */
const own = ["/", "/settings", "/security", "/password/change", "/dragtest", "/nowhere"];

async function remotes(page: Page): Promise<Remote[]> {
  return ((await (await page.request.get("/remotes.json")).json()) as { remotes: Remote[] }).remotes;
}

test("every area is walked", async ({ page }) => {
  expect((await remotes(page)).map(({ name }) => name).toSorted()).toEqual(areas.toSorted());
});

test("the shell's rules for widths are in a separate style sheet", async ({ page }) => {
  await openAs(page, "sysadmin", "/students/list");
  await expect(heading(page, "Students")).toBeVisible();
  const sheets = await page.evaluate(() =>
    [...document.styleSheets]
      .filter(({ href }) => href?.startsWith(`${location.origin}/static/`))
      .map(({ href, cssRules }) => ({
        name: href?.split("/").at(-1) ?? "",
        hasWidths: [...cssRules].some(
          (rule) => rule instanceof CSSMediaRule && /width|height/.test(rule.conditionText),
        ),
      })),
  );
  expect(sheets.length).toBeGreaterThan(4);
  expect(sheets.filter(({ hasWidths }) => hasWidths).map(({ name }) => name)).toEqual([
    expect.stringMatching(/^widths\./),
    expect.stringMatching(/^widths\./),
  ]);
});

/**
 * Areas with too many screens for one walk: their parts, with the screens of each part except the last one, which has
 * the rest.
 */
const parts: Record<string, readonly [part: string, of: RegExp][]> = {
  people: [
    ["exams", /^\/(exams|trialexams|summerExams2020|cag)/],
    ["admissions", /^\/(leads?|pipeline|applications|statistics|academic-office)\b/],
    ["people", /^/],
  ],
};
const partOf = (area: string, path: string) => parts[area]?.find(([, of]) => of.test(path))?.[0] ?? area;

for (const [area, part] of ["shell", ...areas].flatMap(
  (one) => parts[one]?.map(([name]) => [one, name] as const) ?? [[one, one] as const],
)) {
  test(`no element of the screens of ${part} overlaps, is cut off, unreachable or misnamed at any width`, async ({
    page,
    admin,
  }) => {
    test.setTimeout(900_000);
    const walk = await Walk.as("sysadmin", page, test.info());
    const paths =
      area === "shell"
        ? own
        : ((await remotes(page)).find(({ name }) => name === area)?.paths ?? []).filter(
            (path) => partOf(area, path) === part,
          );
    expect(paths.length).toBeGreaterThan(0);
    const known = await examples(admin);
    for (const path of paths) {
      const addresses = known[path] ?? (path.includes(":") ? undefined : [path]);
      expect(addresses, `${path} has no example here`).toBeDefined();
      for (const address of addresses ?? []) {
        await walk.visit(address);
        await walk.open();
        await walk.tabs();
        await walk.edit();
        if (!path.endsWith("/:tab?")) continue;
        const tabs = await page
          .locator("main .ant-tabs")
          .first()
          .locator("[data-node-key]")
          .evaluateAll((all) => all.map((tab) => tab.getAttribute("data-node-key") ?? ""));
        for (const tab of tabs.slice(1)) {
          await walk.visit(`${address}/${tab}`);
          await walk.open();
        }
      }
    }
    walk.finish();
  });
}

test("screens for users without the staff role and for payers are in order at every width", async ({ page, admin }) => {
  test.setTimeout(300_000);
  const faults = new Faults();
  const look = async (place: string, at: readonly number[] = widths) => {
    await lookAt(page, place, faults, at);
    for (const problem of await page.evaluate(misnamed)) faults.add(place, at.at(-1) ?? 0, problem);
  };
  await page.goto("/#/login");
  await look("the page to sign in");
  for (const account of otherAccounts) {
    const answer = page.waitForResponse("**/api/v1/auth/login");
    await fillSignIn(page, account);
    expect((await answer).status()).toBe(403);
    await expect(page.getByRole("alert")).toHaveText("You do not have access to this application");
    await expect(mainMenu(page)).toHaveCount(0);
    await look(`the refusal of ${account}`, account === "tutor" ? widths : [390]);
  }

  const { id } = await admin.draft();
  await admin.line(id, 12_345);
  await admin.put(`/invoice/${id}`, "dueDate", "2026-12-01");
  await admin.post(`/invoice/${id}/mark/sent`, { date: "2026-11-01T09:00:00Z" });
  const { paymentLink, passcode } = await admin.get<{ paymentLink: string; passcode: string }>(`/invoice/${id}`);
  await page.goto(paymentLink);
  await page.getByLabel("Passcode").fill("wrong");
  await look("the page that asks for the passcode");
  await page.getByLabel("Passcode").fill(passcode);
  await page.getByRole("button", { name: "Open the invoice" }).click();
  await expect(page.getByLabel("What is due")).toBeVisible();
  await look("the payment page");
  expect(faults.list()).toEqual([]);
});

test("in a narrow window the menu panel is hidden, opens over the screen, and closes with navigation", async ({
  page,
}) => {
  await openAs(page, "sysadmin", "/students/list");
  await expect(heading(page, "Students")).toBeVisible();
  const people = mainMenu(page).getByRole("button", { name: "People", exact: true });
  const entry = mainMenu(page).getByRole("link", { name: "Tutors", exact: true });
  for (const [width, rail] of [
    [820, 72],
    [390, 0],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await expect(entry).toBeVisible();
    await page.setViewportSize({ width, height: 900 });
    await expect(entry).toHaveCount(0);
    await expect(page.locator("main")).toHaveJSProperty("offsetWidth", width - rail);
    await people.click();
    await expect(entry).toBeVisible();
    expect(
      await page.locator("main").evaluate((main) => (main as HTMLElement).offsetWidth),
      "the screen stays where it is",
    ).toBe(width - rail);
    await entry.focus();
    await page.keyboard.press("Escape");
    await expect(entry).toHaveCount(0);
    await expect(people).toBeFocused();
    await people.click();
    await entry.click();
    await expect(heading(page, "Tutors")).toBeVisible();
    await expect(page.locator(".sr-menu-shade")).toHaveCount(0);
    await page.evaluate(() => {
      location.hash = "/students/list";
    });
    await expect(heading(page, "Students")).toBeVisible();
  }
});

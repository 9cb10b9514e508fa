import { expect, request, test as base, type APIRequestContext, type Locator, type Page } from "@playwright/test";
import { empty, emptyTab, leave, restoreAfter } from "./tab";

/** Demo accounts with the staff role, and those without. */
export const staffAccounts = [
  "sysadmin",
  "accounting",
  "cancels",
  "finance",
  "finance2",
  "finance3",
  "academic",
  "exams",
  "compliance",
  "website",
  "techsupport",
  "tutorsupport",
  "staff",
] as const;
export const otherAccounts = ["tutor", "pt", "student", "client", "candidate", "invigilator", "agent"] as const;
export type Account = (typeof staffAccounts)[number] | (typeof otherAccounts)[number];
export const password = "staffroom";

export const mainMenu = (page: Page): Locator => page.getByRole("navigation", { name: "Main menu" });
/** Opens a group of the rail, which may be folded under More; its entries are then links of the main menu. */
export async function openGroup(page: Page, group: string): Promise<void> {
  const menu = mainMenu(page);
  await expect(menu).toHaveAttribute("aria-busy", "false");
  const own = menu.getByRole("button", { name: group, exact: true });
  const place = (await own.count()) ? own : menu.getByRole("button", { name: "More", exact: true });
  if ((await place.getAttribute("aria-expanded")) === "false") await place.click();
}
/** Opens an entry of the main menu by its group, or a card of Setup. */
export async function openEntry(page: Page, group: string, name: string): Promise<void> {
  if (group === "Setup") {
    await mainMenu(page).getByRole("link", { name: "Setup", exact: true }).click();
    return page.getByRole("navigation", { name: "Setup" }).getByRole("link", { name, exact: true }).click();
  }
  await openGroup(page, group);
  await mainMenu(page).getByRole("link", { name, exact: true }).click();
}
export const heading = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("heading", { level: 1, name, ...(typeof name === "string" ? { exact: true } : {}) });
/** Adds an empty field to the page of a record, by its label. */
export async function addDetail(page: Page, section: string, label: string): Promise<void> {
  await page
    .locator(".sr-sections > .ant-collapse-item", { has: page.getByText(section, { exact: true }) })
    .getByRole("button", { name: "Add a detail" })
    .click();
  await page.getByRole("menuitem", { name: label, exact: true }).click();
}
/** The invoice editor, full screen. */
export const editor = (page: Page): Locator => page.locator(".fin-editor");
/** A button of `inside`, by its exact name or a pattern. */
export const button = (inside: Locator, name: string | RegExp): Locator =>
  inside.getByRole("button", { name, ...(typeof name === "string" ? { exact: true } : {}) });
/** The dialog with this title. */
export const dialog = (page: Page, title: string | RegExp): Locator => page.getByRole("dialog", { name: title });
/** The rows of the displayed list. */
export const rowsOf = (page: Page): Locator => page.locator(".sr-list .ant-table-row");
/** Waits until the table shows the rows of the address. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // The address changes shortly before the list is drawn again.
    const rows = document.querySelector(".sr-list [data-view]");
    return (
      rows?.getAttribute("aria-busy") === "false" &&
      rows.getAttribute("data-view") === (location.hash.split("?")[1] ?? "")
    );
  });
}

/** Goes to an address, and waits until its screen has replaced the previous one and has finished loading. */
export async function arriveAt(page: Page, route: string): Promise<void> {
  await page.goto(`/#${route}`);
  await expect(page.locator("main")).toHaveAttribute("data-path", route.split("?", 1)[0] ?? "");
  await expect(page.locator("main h1").first()).toBeVisible();
  await expect(page.locator("[aria-busy='true']")).toHaveCount(0);
}

let counter = 0;
/** A word that no other test, run or worker uses; letters only, so that it can be part of a name. */
export function unique(prefix = "Zz"): string {
  const digits = `${Date.now()}${process.pid}${(counter += 1)}`;
  return prefix + [...digits].map((digit) => "abcdefghij"[Number(digit)]).join("");
}

/** The day in London of a timestamp, in the format of addresses and calls. */
export const londonDay = (moment = new Date()): string =>
  moment.toLocaleDateString("sv", { timeZone: "Europe/London" });
/** The time in London of a timestamp, in the format of screens. */
export const londonTime = (moment: Date): string =>
  moment.toLocaleTimeString("en-GB", { timeZone: "Europe/London", hour: "2-digit", minute: "2-digit" });

export async function fillSignIn(page: Page, username: string, secret = password): Promise<void> {
  await page.getByLabel("User name").fill(username);
  await page.getByLabel("Password").fill(secret);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** The address of an application, and the key under which its page stores that a user is signed in. */
const apps = {
  staff: { at: "/", key: "staffroom.session" },
  client: { at: "/client/", key: "staffroom-client.session" },
};

/**
 * Opens an address as the account. It signs in with the call, so that only the tests of signing in spend time on the
 * sign-in page.
 */
export async function openAs(
  page: Page,
  username: string,
  route = "/",
  secret = password,
  app: keyof typeof apps = "staff",
): Promise<void> {
  const answer = await page.request.post("/api/v1/auth/login", { data: { username, password: secret, app } });
  expect(answer.status(), await answer.text()).toBe(200);
  const { data } = (await answer.json()) as { data: { user: { id: number } } };
  await leave(page);
  await page.evaluate(
    ({ userId, key }) => {
      localStorage.setItem(key, JSON.stringify({ savedAt: Date.now(), userId }));
    },
    { userId: data.user.id, key: apps[app].key },
  );
  await page.goto(`${apps[app].at}#${route}`);
  await expect(mainMenu(page)).toBeVisible();
}

/** Opens an address of the client application as the account. */
export const openClientAs = (page: Page, username: string, route = "/"): Promise<void> =>
  openAs(page, username, route, password, "client");

/** Opens the system in the same tab as another account, without any data of the previous one. */
export async function openAnewAs(
  page: Page,
  username: string,
  route = "/",
  app: keyof typeof apps = "staff",
): Promise<void> {
  await empty(page);
  await openAs(page, username, route, password, app);
}

/**
 * Rows on the first page of a list: one row stands for all, and drawing fifty at each width took half of the time of a
 * walk.
 */
const fewRows = 10;
/**
 * Makes lists show few rows. This replaces the page's own `fetch`: with a route of Playwright, every call would pass
 * through it and no file would come from the cache.
 */
export async function withFewRows(page: Page): Promise<void> {
  const script = await page.addInitScript((size) => {
    const own = window.fetch;
    window.fetch = async (...request) => {
      const answer = await own(...request);
      if (!answer.ok || !new URL(answer.url).pathname.endsWith("/columns")) return answer;
      const columns = (await answer.json()) as { data: object };
      return Response.json(
        { ...columns, data: { ...columns.data, defaultPageSize: size } },
        { status: answer.status, headers: answer.headers },
      );
    };
  }, fewRows);
  restoreAfter(() => script.dispose());
}

/** Of a student. */
export const emptyInvoice = {
  title: "Invoice",
  description: "<p>x</p>",
  billingYear: 2627,
  currency: "GBP",
  orgId: 1,
  amount: 0,
  entityType: "student",
};

type Query = Record<string, string | number>;

/** Signs in to an application with the call; returns an access token. */
const signInBy =
  (app: keyof typeof apps) =>
  async (calls: APIRequestContext, username: string): Promise<string> => {
    const answer = await calls.post("/api/v1/auth/login", { data: { username, password, app } });
    return ((await answer.json()) as { data: { authToken: string } }).data.authToken;
  };
const signInByCall = signInBy("staff");
export const signInToClient = signInBy("client");

/** Makes calls as one account, without the browser: to create the data of a test and to check its results. */
/** Fields of a form with a file. */
type Multipart = Record<string, string | { name: string; mimeType: string; buffer: Buffer }>;

export class Api {
  private token = "";
  constructor(
    private readonly calls: APIRequestContext,
    private readonly username: string,
    private readonly signIn = signInByCall,
  ) {}

  private async headers(): Promise<Record<string, string>> {
    this.token ||= await this.signIn(this.calls, this.username);
    return { Authorization: `Bearer ${this.token}` };
  }

  async send<T = Record<string, unknown>>(
    method: string,
    path: string,
    options: { data?: unknown; multipart?: Multipart; params?: Query; headers?: Record<string, string> } = {},
  ): Promise<T> {
    const address = path.startsWith("/v2/") ? `/api${path}` : `/api/v1${path}`;
    for (let tries = 0; ; tries += 1) {
      const answer = await this.calls.fetch(address, {
        ...options,
        method,
        headers: { ...options.headers, ...(await this.headers()) },
      });
      if (answer.ok()) return (answer.status() === 204 ? undefined : ((await answer.json()) as { data: T }).data) as T;
      // The token is valid for ten minutes; the worker runs longer.
      if (answer.status() !== 401 || tries > 0)
        throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
      this.token = "";
    }
  }

  get = <T = Record<string, unknown>>(path: string, params?: Query) => this.send<T>("GET", path, { params });
  post = <T = { id: number }>(path: string, data?: unknown) => this.send<T>("POST", path, { data });
  put = (path: string, field: string, newValue: unknown) => this.send("PUT", path, { data: { field, newValue } });

  /** A student used by this test only. */
  async student(fields: Record<string, unknown> = {}): Promise<{ id: number; lastName: string }> {
    const lastName = unique();
    const { id } = await this.post("/students", { firstName: "Test", lastName, status: "active", ...fields });
    return { id, lastName };
  }

  /** A draft invoice of a student used by this test only, once finance knows the student. */
  async draft(fields: Record<string, unknown> = {}): Promise<{ id: number; studentId: number; lastName: string }> {
    const { id: entityTypeId, lastName } = await this.student({ departmentId: 1, ...fields });
    let id = 0;
    await expect(async () => {
      ({ id } = await this.post("/invoice", { ...emptyInvoice, entityTypeId }));
    }).toPass({ timeout: 30_000 });
    return { id, studentId: entityTypeId, lastName };
  }

  /**
   * Adds a line to an invoice of organisation 1: a registration fee without VAT, in minor units, unless `fields` say
   * otherwise.
   */
  line(invoiceId: number, amount: number, fields: Record<string, unknown> = {}): Promise<{ id: number }> {
    return this.post(`/invoice/${invoiceId}/item`, {
      metaType: "standalone",
      type: "other",
      accountId: 103,
      subAccountId: 10,
      description: "<p>Registration</p>",
      discountType: "none",
      amount,
      ...fields,
    });
  }

  /** A user used by this test only, who cannot sign in. */
  async user(roleIds: string[] = ["staff"]): Promise<{ id: number; name: string; username: string }> {
    const word = unique();
    const { id } = await this.post("/users", {
      username: word.toLowerCase(),
      firstName: "Test",
      lastName: word,
      email: `${word.toLowerCase()}@staffroom.example`,
      roleIds,
    });
    return { id, name: `Test ${word}`, username: word.toLowerCase() };
  }
}

/** Messages that fail every test. */
const severe = /Content Security Policy|TypeError|Warning:|Minified React error/;

export const test = base.extend<{ problems: string[] }, { admin: Api; colleague: Api }>({
  page: ({ browser, viewport, hasTouch, contextOptions }, run) =>
    emptyTab(browser, { viewport, hasTouch, contextOptions }).then(run),
  context: ({ page }, run) => run(page.context()),
  /** Errors in the page's console; they fail the test in which they appear. */
  problems: [
    async ({ page }, run) => {
      const problems: string[] = [];
      page.on("pageerror", (error) => problems.push(`${error.name}: ${error.message}`));
      page.on("console", (message) => {
        if (message.type() === "error" && severe.test(message.text())) problems.push(message.text());
      });
      await run(problems);
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
  admin: [
    async ({}, run) => {
      const calls = await request.newContext({ baseURL: process.env.E2E_BASE_URL ?? "http://localhost:8080" });
      await run(new Api(calls, "sysadmin"));
      await calls.dispose();
    },
    { scope: "worker" },
  ],
  colleague: [
    async ({}, run) => {
      const calls = await request.newContext({ baseURL: process.env.E2E_BASE_URL ?? "http://localhost:8080" });
      await run(new Api(calls, "academic"));
      await calls.dispose();
    },
    { scope: "worker" },
  ],
});
export { expect };

/**
 * Choose in a select. Look for the list of this select: that of a select closed just before may still be disappearing.
 */
export async function choose(
  page: Page,
  inside: Locator,
  label: string | RegExp,
  option: string | RegExp,
): Promise<void> {
  const box = inside.getByRole("combobox", { name: label, exact: true });
  await box.click();
  await expect(box).toHaveAttribute("aria-expanded", "true");
  const list = await box.getAttribute("aria-controls");
  await page
    .locator(".ant-select-dropdown", { has: page.locator(`[id="${list}"]`) })
    .getByTitle(option, { exact: true })
    .first()
    .click();
}

/**
 * Puts a text on the clipboard. Chromium sometimes forgets the permission of a page while other contexts are opened and
 * closed.
 */
export const copied = (page: Page, text: string) =>
  expect(async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.bringToFront();
    await page.evaluate((block) => navigator.clipboard.writeText(block), text);
  }).toPass();

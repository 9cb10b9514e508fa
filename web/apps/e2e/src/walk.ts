import type { JSHandle, Locator, Page, Response, TestInfo } from "@playwright/test";
import { faults as axeFaults } from "./axe";
import { codesShown } from "./codes";
import { expect, mainMenu, openAs, withFewRows } from "./fixtures";
import { focusUnseen } from "./focus";
import { Faults, lookAt, resize, turned, widest, widths } from "./layout";
import { misnamed } from "./names";
import { Seen } from "./seen";

/** Buttons that open something and change nothing. */
const openers = new RegExp(
  `^(${[
    "Add(?! entry)",
    "New(?!: show rows)",
    "Prepare",
    "Upload",
    "Export",
    "Email$",
    "Impersonate",
    "Issue",
    "Enter payment",
    "Enter refund",
    "Reverse",
    "Enter bank details",
    "Mark as sent",
    "Mark (as )?paid",
    "Columns",
    "Views",
    "Send by email",
    "Send receipt",
    "Create installment plan",
    "Set status",
    "More",
    "Exam items",
    "Samples",
    "Import$",
    "Subscribe$",
    "Write off",
    "Take back",
    "Start checklist",
    "Show welfare details",
    "(Edit|Delete) (line|instalment|header item|footer item)",
  ].join("|")})\\b`,
);
/**
 * A button in the head of a list sorts it; one that can be pressed is a choice (the kind of a detail: Email, Phone).
 */
const notSorting = ":not(thead *):not([aria-pressed])";
/** The same on every page. */
const everywhere = /^(Export|Email|Columns|Views)$/;
/** Overlays that cover a screen: dialogs, drawers, menus and popovers. */
const overlays =
  ".ant-modal, .ant-drawer-section, .ant-dropdown:not(.ant-dropdown-hidden), .ant-popover:not(.ant-popover-hidden)";
/** Everything that a button opens: an overlay, or the form of an item within the invoice editor. */
const opened = `${overlays}, .fin-editor section[aria-label$=' item']`;
/** The layers over everything else, then the screen. */
const layers = [".ant-modal", ".ant-drawer-section", ".fin-editor", "main"];

/** The content of the menu of an account: addresses, and the paths of the calls that their screens make. */
export type Menu = { addresses: string[]; calls: Set<string> };

/**
 * Runs in the page: the text that says that the screen is not for this account, or does not exist. One sentence each.
 */
function refused(): string[] {
  const refusals = [
    ...document.querySelectorAll(".sr-not-found h1, main [role='alert'] .sr-state-title, main .sr-state-title"),
  ].filter(
    (one) => one.matches(".sr-not-found h1, [role='alert'] *") || one.textContent?.includes("is not open to you"),
  );
  return [
    ...refusals.map((one) => `the menu leads to '${one.textContent ?? ""}'`),
    ...(document.querySelector("main h1") ? [] : ["the screen has no title"]),
  ];
}

/** Runs in the page: whether the screen of the address is shown, with its title. */
function titled(): boolean {
  const main = document.querySelector<HTMLElement>("main[data-path]");
  return main?.dataset.path === decodeURI(location.hash.slice(1).split("?")[0] ?? "") && !!main.querySelector("h1");
}

/** The addresses of the main menu, those under More and the cards of Setup. */
export async function menuOf(page: Page): Promise<string[]> {
  const menu = mainMenu(page);
  await expect(menu).toHaveAttribute("aria-busy", "false");
  const addresses = (links: Locator) =>
    links.evaluateAll((all) => all.map((one) => one.getAttribute("href")?.replace("#", "") ?? ""));
  const entries = await addresses(menu.locator(".sr-rail").getByRole("link"));
  for (const name of await menu.getByRole("button").allTextContents()) {
    if (["Starred", "Recent"].includes(name.trim())) continue;
    await menu.getByRole("button", { name: name.trim(), exact: true }).click();
    entries.push(...(await addresses(menu.locator(".sr-menu-panel").getByRole("link"))));
  }
  if (entries.includes("/setup")) {
    await menu.getByRole("link", { name: "Setup", exact: true }).click();
    await expect(page.getByRole("searchbox", { name: "Search in Setup" })).toBeVisible();
    entries.push(...(await addresses(page.getByRole("navigation", { name: "Setup" }).getByRole("link"))));
  }
  // With the pointer there, an entry would show its name at widths at which the menu is narrow.
  await page.mouse.move(0, 0);
  return [...new Set(entries)];
}

/** Walks the screens of one account at every width, and collects their faults. */
export class Walk {
  private readonly faults = new Faults();
  private place = "";
  private address = "";
  private sights = 0;
  private readonly seen: Seen;

  /** Opens the system as an account whose screens will be walked. */
  static async as(account: string, page: Page, info: TestInfo): Promise<Walk> {
    await withFewRows(page);
    await openAs(page, account);
    return new Walk(page, account, info);
  }

  private constructor(
    private readonly page: Page,
    private readonly account: string,
    info: TestInfo,
  ) {
    this.seen = new Seen(info);
    page.on("pageerror", (error) => this.add(`the page stops with ${error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") this.add(`the console says: ${message.text()}`);
    });
    // Nothing is typed here, so no page has a reason to ask before it is left.
    page.on("dialog", (dialog) => {
      this.add(`a ${dialog.type()} asks '${dialog.message()}'`);
      void dialog.accept();
    });
    page.on("response", (answer) => {
      if (answer.status() >= 400)
        this.add(`${answer.request().method()} ${new URL(answer.url()).pathname} answers ${answer.status()}`);
    });
  }

  private add(problem: string): void {
    this.faults.add(this.place, this.page.viewportSize()?.width ?? 0, problem);
  }

  /** Fails if anything was wrong; otherwise tells later walks which elements they can skip. */
  finish(): void {
    expect(this.faults.list()).toEqual([]);
    this.seen.tell();
  }

  /** Goes to an address and checks it; an address with a query stands for the overlay that it opens. */
  async visit(address: string): Promise<void> {
    // Leave it as a person does: the editor asks before an address leads away.
    if (await this.count()) await this.page.keyboard.press("Escape");
    await this.becomes(0);
    await this.go(address);
    const isOpened = /\?.*=\d+$/.test(address);
    if (isOpened && !(await this.changes(0))) this.add(`${address} opens nothing`);
    await this.look(`${address} of ${this.account}`, this.inTurn(isOpened ? turned : widths));
  }

  /**
   * The widths, beginning with that of the window, which needs no resize; a round ends at another width than it began
   * with, so that screens are opened at each. Four checks with decreasing width, four with increasing width.
   */
  private inTurn(order: readonly number[]): readonly number[] {
    const way = Math.floor(this.sights / 4) % 2 ? order.toReversed() : order;
    this.sights += 1;
    const from = Math.max(0, way.indexOf(this.page.viewportSize()?.width ?? 0));
    return [...way.slice(from), ...way.slice(0, from)];
  }

  private async go(address: string): Promise<void> {
    this.address = address;
    await this.page.evaluate((to) => {
      location.hash = to;
    }, address);
  }

  /** Opens each entry of the main menu and each card of Setup, and expects a screen that the account may use. */
  async menu(width: number): Promise<Menu> {
    const addresses = await menuOf(this.page);
    const calls = new Set<string>();
    const note = (answer: Response) => {
      const { pathname, search } = new URL(answer.url());
      if (answer.request().method() === "GET" && pathname.startsWith("/api/"))
        calls.add((pathname + search).replace("/api/v1", "").replace("/api/v2", "/v2"));
    };
    this.page.on("response", note);
    for (const address of addresses) await this.entry(address, [width, ...widths.filter((one) => one !== width)]);
    this.page.off("response", note);
    return { addresses, calls };
  }

  /** Opens one entry of the menu. */
  async entry(address: string, order: readonly number[] = widths): Promise<void> {
    await this.go(address);
    // On a busy machine the code of the area is still loading. One that never appears is reported below.
    await this.page.waitForFunction(titled, undefined, { timeout: 10_000 }).catch(() => undefined);
    await this.look(`${address} of ${this.account}`, order);
    for (const problem of await this.page.evaluate(refused)) this.add(problem);
  }

  /** Checks the screen; only at the first width if all of its parts were checked before. */
  async look(place: string, order: readonly number[]): Promise<void> {
    this.place = place;
    const met = await lookAt(this.page, place, this.faults, order.slice(0, 1));
    for (const problem of await this.page.evaluate(codesShown)) this.add(problem);
    const bare = place.replace(` of ${this.account}`, "");
    if (this.seen.has(bare, met)) return;
    met.push(...(await lookAt(this.page, place, this.faults, order.slice(1))));
    for (const problem of await this.page.evaluate(misnamed)) this.add(problem);
    for (const problem of await axeFaults(this.page, await this.top())) this.add(problem);
    for (const problem of await this.page.evaluate(focusUnseen, await this.top())) this.add(problem);
    this.seen.add(bare, met);
  }

  /** The list of the screen in editing mode, if it has one. */
  async edit(): Promise<void> {
    const toggle = this.page.locator("main").getByRole("switch", { name: "EDIT" });
    // On a phone the switch is among the folded tools.
    const widen = () => this.page.setViewportSize({ width: 1280, height: 900 });
    if ((await this.layer()) !== "main") return;
    await widen();
    if (!(await toggle.count())) return;
    const { place } = this;
    await toggle.click();
    await this.page.mouse.move(0, 0);
    await this.look(`EDIT on ${place}`, this.inTurn(widths));
    for (const problem of await this.page.evaluate(misnamed)) this.add(problem);
    await widen();
    await toggle.click();
    await this.page.mouse.move(0, 0);
    this.place = place;
  }

  /**
   * The topmost overlay, or the screen. The DOM has overlays in the order in which they opened; the walk checked the
   * screen below before.
   */
  private top(): Promise<JSHandle<Element>> {
    return this.page.evaluateHandle(
      (all) => [...document.querySelectorAll(all)].findLast((one) => one.checkVisibility()) ?? document.documentElement,
      `main, ${overlays}`,
    );
  }

  /** The selector of the dialog, the drawer or the screen that is open. */
  private async layer(): Promise<string> {
    return this.page.evaluate(
      (all) =>
        all.find((one) => [...document.querySelectorAll(one)].some((other) => other.checkVisibility())) ?? "html",
      layers,
    );
  }

  /** The topmost of a layer; one that was closed may still be in the page, hidden. */
  private on(layer: string): Locator {
    return this.page.locator(layer).filter({ visible: true }).last();
  }

  /** Opens everything that can be opened on the screen, checks it, and closes it. */
  async open(): Promise<void> {
    const { place } = this;
    const layer = await this.layer();
    const buttons = (name: string | RegExp) =>
      this.on(layer).getByRole("button", { name, exact: true, disabled: false }).and(this.page.locator(notSorting));
    const shownOpeners = await buttons(openers).evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility())
        .map((one) => ({
          name: one.getAttribute("aria-label") ?? one.textContent?.trim() ?? "",
          isOfRow: !!one.closest(".ant-table-row"),
        })),
    );
    for (const { name, isOfRow } of shownOpeners) {
      // One row stands for all of a list.
      const opener = isOfRow ? `${openers.exec(name)?.[0] ?? name} of a row` : name;
      if (!this.seen.press(everywhere.test(name) ? name : `${this.address} ${opener}`)) continue;
      // A button that is folded on a phone is pressed in a wide window.
      if (!(await buttons(name).first().isVisible())) await resize(this.page, widest);
      const before = await this.count();
      // Two buttons with the same name do the same.
      await buttons(name).first().click();
      // Move the pointer away from anything that may be below it at another width.
      await this.page.mouse.move(0, 0);
      if (!(await this.changes(before))) this.add(`${name} opens nothing`);
      await this.look(`${name} on ${place}`, this.inTurn(turned));
      await this.page.keyboard.press("Escape");
      if (await this.becomes(before)) continue;
      this.add(`Esc does not close what ${name} opens`);
      await this.page.reload();
    }
    this.place = place;
  }

  /** Chooses each tab of the overlay, checks it, and opens everything that can be opened there. */
  async tabs(): Promise<void> {
    const { place } = this;
    const layer = await this.layer();
    if (layer === "main") return;
    for (const name of await this.on(layer).getByRole("tab", { selected: false }).allTextContents()) {
      await this.on(layer).getByRole("tab", { name }).click();
      await this.page.mouse.move(0, 0);
      await this.look(`${name} on ${place}`, this.inTurn(turned));
      await this.open();
    }
    this.place = place;
  }

  private count(): Promise<number> {
    return this.page.locator(opened).filter({ visible: true }).count();
  }

  /** Waits until the number of layers over the screen changes; returns whether it did. */
  private changes(from: number): Promise<boolean> {
    return this.counts(from, false);
  }

  private becomes(number: number): Promise<boolean> {
    return this.counts(number, true);
  }

  private counts(number: number, isSame: boolean): Promise<boolean> {
    const holds = (wanted: { selector: string; number: number; isSame: boolean }) =>
      ([...document.querySelectorAll(wanted.selector)].filter((one) => one.checkVisibility()).length ===
        wanted.number) ===
      wanted.isSame;
    return this.page.waitForFunction(holds, { selector: opened, number, isSame }, { timeout: 10_000 }).then(
      () => true,
      () => false,
    );
  }
}

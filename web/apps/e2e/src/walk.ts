import type { Locator, Page } from "@playwright/test";
import { faults as axeFaults } from "./axe";
import { codesShown } from "./codes";
import { expect, mainMenu } from "./fixtures";
import { Faults, lookAt, markAt, turned, widths } from "./layout";
import { misnamed } from "./names";

/** Of axe, what every screen is held against; the rest looks at screens one by one. */
const rules = [
  "button-name", "link-name", "label", "select-name", "input-button-name", "aria-input-field-name", "aria-toggle-field-name",
  "aria-command-name", "image-alt", "role-img-alt", "document-title", "html-has-lang", "duplicate-id-aria", "aria-valid-attr-value",
  "aria-required-children", "aria-required-parent", "nested-interactive", "color-contrast",
];

/** Buttons that open something and change nothing. */
const openers = new RegExp(`^(${[
  "Add(?! entry)", "New", "Prepare", "Upload", "Export", "Email$", "Impersonate", "Issue", "Enter payment", "Enter bank details", "Mark as sent", "Mark (as )?paid",
  "Send by email", "Send receipt", "Create installment plan", "Set status", "More", "Exam items", "Samples", "Write off", "Take back", "(Edit|Delete) (line|instalment|header item|footer item)",
].join("|")})\\b`);
/** What is in the head of a list sorts it. */
const notSorting = ":not(thead *)";
/** The same wherever it is met. */
const everywhere = /^(Export|Email)$/;
const overlays = ".ant-modal, .ant-drawer-section, .ant-dropdown:not(.ant-dropdown-hidden), .ant-popover:not(.ant-popover-hidden), .fin-editor section[aria-label$=' item']";
/** What lies over everything else, or the screen itself. */
const layers = [".ant-modal", ".ant-drawer-section", ".fin-editor", "main"];

/** Marks of what this worker has looked at: its like need not be shown at every width. */
const known = new Set<string>();
/** Controls of each place that were looked at together: an account that sees no others there need not be shown them at every width. */
const knownAt = new Map<string, Set<string>[]>();
/** Openers that were pressed, by the screen they are on. */
const pressed = new Set<string>();

/** Walks the screens of one account, at every width, and gathers what is wrong with them. */
export class Walk {
  private readonly faults = new Faults();
  private place = "";
  private address = "";
  /** Every other sight is met from the phone up, so that each width is one that screens are opened at. */
  private isUpward = true;

  constructor(private readonly page: Page, private readonly account: string) {
    page.on("pageerror", (error) => this.add(`the page stops with ${error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") this.add(`the console says: ${message.text()}`);
    });
    // Nothing is typed here, so no page has a reason to ask whether it may be left.
    page.on("dialog", (dialog) => {
      this.add(`a ${dialog.type()} asks '${dialog.message()}'`);
      void dialog.accept();
    });
    page.on("response", (answer) => {
      if (answer.status() >= 400) this.add(`${answer.request().method()} ${new URL(answer.url()).pathname} answers ${answer.status()}`);
    });
  }

  private add(problem: string): void {
    this.faults.add(this.place, this.page.viewportSize()?.width ?? 0, problem);
  }

  list(): string[] {
    return this.faults.list();
  }

  /** Goes to an address and looks; one with a query stands for what it opens over the screen. */
  async visit(address: string): Promise<void> {
    // As a person leaves it: the editor has a word to say about where an address leads away to.
    if (await this.count()) await this.page.keyboard.press("Escape");
    await this.becomes(0);
    await this.go(address);
    if (/\?.*=\d+$/.test(address) && !(await this.changes(0))) this.add(`${address} opens nothing`);
    await this.look(`${address} of ${this.account}`, this.inTurn(address.includes("?") ? turned : widths));
  }

  private inTurn(order: readonly number[]): readonly number[] {
    this.isUpward = !this.isUpward;
    return this.isUpward ? order.toReversed() : order;
  }

  private async go(address: string): Promise<void> {
    this.address = address;
    await this.page.evaluate((to) => { location.hash = to; }, address);
  }

  /** Opens each entry of the main menu at one width, those in its drawers too: it leads to a screen that the account may use. */
  async menu(width: number): Promise<void> {
    const menu = mainMenu(this.page);
    await expect(menu).toHaveAttribute("aria-busy", "false");
    for (const name of await menu.locator(".sr-menu-drawer > button[aria-expanded='false']").allTextContents()) await menu.getByRole("button", { name }).click();
    // Where it rests, an entry would tell its name at the widths at which the menu is narrow.
    await this.page.mouse.move(0, 0);
    const links = await menu.getByRole("link").evaluateAll((all) => all.map((one) => one.getAttribute("href")?.replace("#", "") ?? ""));
    for (const address of new Set(links)) {
      await this.go(address);
      this.place = `${address} of ${this.account}`;
      const mark = await markAt(this.page, width);
      for (const problem of await this.page.evaluate(codesShown)) this.add(problem);
      if (!this.isKnown(address, mark)) await this.look(this.place, this.inTurn(widths));
      const refusals = await this.page.locator(".sr-not-found h1, main [role='alert'] .sr-state-title, main .sr-state-title:text('is not open to you')").allTextContents();
      for (const refusal of refusals) this.add(`the menu leads to '${refusal}'`);
      if (!(await this.page.locator("main h1").count())) this.add("the screen has no title");
    }
  }

  /** Looks at what is on the screen; at the first width alone when all of its controls were seen before. */
  async look(place: string, order: readonly number[]): Promise<void> {
    this.place = place;
    const mark = await lookAt(this.page, place, this.faults, order.slice(0, 1));
    for (const problem of await this.page.evaluate(codesShown)) this.add(problem);
    const bare = place.replace(` of ${this.account}`, "");
    if (this.isKnown(bare, mark)) return;
    known.add(mark);
    knownAt.set(bare, [...(knownAt.get(bare) ?? []), new Set(mark.split("\n"))]);
    await lookAt(this.page, place, this.faults, order.slice(1));
    for (const problem of await this.page.evaluate(misnamed)) this.add(problem);
    for (const problem of await axeFaults(this.page, rules, await this.layer())) this.add(problem);
  }

  /** Whether all of these controls were looked at before. */
  private isKnown(place: string, mark: string): boolean {
    const controls = mark.split("\n");
    return known.has(mark) || !!knownAt.get(place)?.some((seen) => controls.every((one) => seen.has(one)));
  }

  /** The list of the screen while its rows can be edited, where they can. */
  async edit(): Promise<void> {
    const toggle = this.page.locator("main").getByRole("switch", { name: "EDIT" });
    if ((await this.layer()) !== "main" || !(await toggle.count())) return;
    const { place } = this;
    await toggle.click();
    await this.page.mouse.move(0, 0);
    await this.look(`EDIT on ${place}`, this.inTurn([1280, 390]));
    for (const problem of await this.page.evaluate(misnamed)) this.add(problem);
    await toggle.click();
    await this.page.mouse.move(0, 0);
    this.place = place;
  }

  /** The selector of what lies on top. */
  private async layer(): Promise<string> {
    return this.page.evaluate((all) => all.find((one) => [...document.querySelectorAll(one)].some((other) => other.checkVisibility())) ?? "html", layers);
  }

  /** The topmost of a layer; one that was closed may still be in the page, unseen. */
  private on(layer: string): Locator {
    return this.page.locator(layer).filter({ visible: true }).last();
  }

  /** Opens what can be opened on the screen, looks at it, and closes it. */
  async open(): Promise<void> {
    const { place } = this;
    const layer = await this.layer();
    const buttons = (name: string | RegExp) =>
      this.on(layer).getByRole("button", { name, exact: true, disabled: false }).and(this.page.locator(notSorting));
    const found = await buttons(openers).evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.getAttribute("aria-label") ?? one.textContent?.trim() ?? ""));
    for (const name of new Set(found)) {
      const key = (everywhere.test(name) ? name : `${this.address} ${name}`).replaceAll(/\d+/g, "#");
      if (pressed.has(key)) continue;
      pressed.add(key);
      const before = await this.count();
      // Two of one name do the same.
      await buttons(name).first().click();
      // Away from whatever comes to lie below the pointer at another width.
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

  /** Turns to each tab of what lies over the screen, looks, and opens what can be opened there. */
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
    return this.page.locator(overlays).filter({ visible: true }).count();
  }

  /** Whether another number of layers comes to lie over the screen. */
  private changes(from: number): Promise<boolean> {
    return this.counts(from, false);
  }

  private becomes(number: number): Promise<boolean> {
    return this.counts(number, true);
  }

  private counts(number: number, isSame: boolean): Promise<boolean> {
    const holds = (wanted: { selector: string; number: number; isSame: boolean }) =>
      ([...document.querySelectorAll(wanted.selector)].filter((one) => one.checkVisibility()).length === wanted.number) === wanted.isSame;
    return this.page.waitForFunction(holds, { selector: overlays, number, isSame }, { timeout: 10_000 }).then(() => true, () => false);
  }
}

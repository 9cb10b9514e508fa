import type { Page } from "@playwright/test";
import { faults as axeFaults } from "./axe";
import { codesShown } from "./codes";
import { Faults, lookAt, turned, widths } from "./layout";
import { misnamed } from "./names";

/** Of axe, what every screen is held against; the rest looks at screens one by one. */
const rules = [
  "button-name", "link-name", "label", "select-name", "input-button-name", "aria-input-field-name", "aria-toggle-field-name",
  "aria-command-name", "image-alt", "role-img-alt", "document-title", "html-has-lang", "duplicate-id-aria", "aria-valid-attr-value",
  "aria-required-children", "aria-required-parent", "nested-interactive", "color-contrast",
];

/** Buttons that open something and change nothing. */
const openers =
  /^(Add(?! entry)|New|Prepare|Upload|Export|Email$|Impersonate|Issue|Enter payment|Mark as sent|Send by email|Create installment plan|Set status|More|Exam items)\b/;
/** The same wherever it is met. */
const everywhere = /^(Export|Email)$/;
const overlays = ".ant-modal, .ant-drawer-section, .ant-dropdown:not(.ant-dropdown-hidden), .ant-popover:not(.ant-popover-hidden), .fin-editor section[aria-label='New item']";
/** What lies over everything else, or the screen itself. */
const layers = [".ant-modal", ".ant-drawer-section", ".fin-editor", "main"];

/** Marks of what this worker has looked at: who sees the same as somebody before need not be shown it at every width. */
const known = new Set<string>();
/** Openers that were pressed, by the screen they are on. */
const pressed = new Set<string>();

/** Walks the screens of one account, at every width, and gathers what is wrong with them. */
export class Walk {
  private readonly faults = new Faults();
  private place = "";
  private address = "";
  /** Every other screen is met from the phone up, so that each width is one that screens are opened at. */
  private isUpward = false;

  constructor(private readonly page: Page, private readonly account: string) {
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") this.add(`the console says: ${message.text()}`);
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
    this.address = address;
    await this.page.evaluate((to) => { location.hash = to; }, address);
    await this.look(`${address} of ${this.account}`, address.includes("?") ? turned : widths);
  }

  /** Looks at what is on the screen; at the first width alone when its like was seen before. */
  async look(place: string, at: readonly number[]): Promise<void> {
    this.place = place;
    const order = this.isUpward ? at.toReversed() : at;
    this.isUpward = !this.isUpward;
    const mark = await lookAt(this.page, place, this.faults, order.slice(0, 1));
    for (const problem of await this.page.evaluate(codesShown)) this.add(problem);
    if (known.has(mark)) return;
    known.add(mark);
    await lookAt(this.page, place, this.faults, order.slice(1));
    for (const problem of await this.page.evaluate(misnamed)) this.add(problem);
    for (const problem of await axeFaults(this.page, rules, await this.layer())) this.add(problem);
  }

  /** The list of the screen while its rows can be edited, where they can. */
  async edit(): Promise<void> {
    const toggle = this.page.locator("main").getByRole("switch", { name: "EDIT" });
    if ((await this.layer()) !== "main" || !(await toggle.count())) return;
    const { place } = this;
    await toggle.click();
    await this.page.mouse.move(0, 0);
    await this.look(`EDIT on ${place}`, [1280, 390]);
    for (const problem of await this.page.evaluate(misnamed)) this.add(problem);
    await toggle.click();
    this.place = place;
  }

  /** The selector of what lies on top. */
  private async layer(): Promise<string> {
    return this.page.evaluate((all) => all.find((one) => document.querySelector(one)?.checkVisibility()) ?? "html", layers);
  }

  /** Opens what can be opened on the screen, looks at it, and closes it. */
  async open(): Promise<void> {
    const { place } = this;
    const layer = await this.layer();
    const buttons = this.page.locator(layer).last().getByRole("button", { name: openers, disabled: false });
    const names = await buttons.evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.getAttribute("aria-label") ?? one.textContent?.trim() ?? ""));
    for (const name of new Set(names)) {
      const key = everywhere.test(name) ? name : `${this.address.replaceAll(/\d+/g, "#")} ${name}`;
      if (pressed.has(key)) continue;
      pressed.add(key);
      const before = await this.count();
      // Two of one name do the same.
      await this.page.locator(layer).last().getByRole("button", { name, exact: true }).first().click();
      // Away from whatever comes to lie below the pointer at another width.
      await this.page.mouse.move(0, 0);
      if (!(await this.changes(before))) this.add(`${name} opens nothing`);
      await this.look(`${name} on ${place}`, turned);
      await this.page.keyboard.press("Escape");
      if (await this.changes(before + 1)) continue;
      this.add(`Esc does not close what ${name} opens`);
      await this.page.reload();
    }
    this.place = place;
  }

  private count(): Promise<number> {
    return this.page.locator(overlays).filter({ visible: true }).count();
  }

  /** Whether there comes to be another number of what lies over the screen. */
  private changes(from: number): Promise<boolean> {
    const other = ({ selector, was }: { selector: string; was: number }) =>
      [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).length !== was;
    return this.page.waitForFunction(other, { selector: overlays, was: from }, { timeout: 10_000 }).then(() => true, () => false);
  }
}

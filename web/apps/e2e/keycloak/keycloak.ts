import { readFileSync } from "node:fs";
import { join } from "node:path";
import { request, type APIRequestContext, type APIResponse, type Page } from "@playwright/test";
import { Api, expect, password, test as usual, unique } from "../src/fixtures";
import { mailsTo } from "../src/mails";

const base = process.env.E2E_BASE_URL ?? "http://localhost:8080";
/** A password that satisfies the rules here and in the realm. */
export const newPassword = (): string => unique("Secret-");

/** Fills in Keycloak's page. */
export async function enter(page: Page, username: string, secret = password): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Sign In" }).click();
}

/** Opens Keycloak's page from our sign-in page. */
export async function toKeycloak(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Continue to sign in" }).click();
  await expect(page.getByRole("heading", { name: "Sign in to your account" })).toBeVisible();
}

/** Makes Keycloak mail a link to set a password. */
export async function askForLink(page: Page, username: string): Promise<void> {
  await page.getByRole("link", { name: "Forgot Password?" }).click();
  await page.getByLabel("Username").fill(username);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("You should receive an email shortly with further instructions.")).toBeVisible();
}

/** Signs in through both pages. */
export async function signIn(page: Page, username: string, secret = password): Promise<void> {
  await page.goto("/#/login");
  await toKeycloak(page);
  await enter(page, username, secret);
}

/** Signs out with the menu of the user. */
export async function signOut(page: Page): Promise<void> {
  await page.locator(".sr-top-user").click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
}

/** Signs in without a browser: follows the redirects and sends Keycloak's form, as a browser would. */
export async function signInByCalls(
  calls: APIRequestContext,
  username: string,
  secret = password,
): Promise<APIResponse> {
  const form = await calls.get("/api/v1/auth/oidc/start");
  const action = /<form[^>]* action="([^"]+)"/.exec(await form.text())?.[1];
  return calls.post(String(action).replaceAll("&amp;", "&"), { form: { username, password: secret } });
}

/** An access token of a session that began at Keycloak. */
async function tokenByKeycloak(calls: APIRequestContext, username: string): Promise<string> {
  await signInByCalls(calls, username);
  const answer = await calls.post("/api/v1/auth/refresh");
  return ((await answer.json()) as { data: { authToken: string } }).data.authToken;
}

/** A signed-in user without a browser. */
export class Person {
  constructor(private readonly calls: APIRequestContext) {}

  /** Returns the status of a call for a new access token: 401 without a session. */
  refresh = async (): Promise<number> => (await this.calls.post("/api/v1/auth/refresh")).status();

  /** Returns the response status of changing the user's own password. */
  async changePassword(currentPassword: string, newPassword: string): Promise<number> {
    const { data } = (await (await this.calls.post("/api/v1/auth/refresh")).json()) as { data: { authToken: string } };
    const headers = { Authorization: `Bearer ${data.authToken}` };
    return (
      await this.calls.post("/api/v1/auth/password/change", { data: { currentPassword, newPassword }, headers })
    ).status();
  }

  static async signIn(username: string, secret = password): Promise<Person> {
    const calls = await request.newContext({ baseURL: base });
    await signInByCalls(calls, username, secret);
    return new Person(calls);
  }
}

export interface Account {
  id: string;
  username: string;
  firstName?: string;
  enabled: boolean;
}

const keycloak = String(process.env.E2E_KEYCLOAK_URL);
/** Milliseconds for which a token of Keycloak's admin is reused; it is valid for a minute. */
const tokenLife = 40_000;

/** The realm, by Keycloak's admin API: what its console shows and does. */
export class Realm {
  private token = "";
  private asked = 0;
  constructor(private readonly calls: APIRequestContext) {}

  private async headers(): Promise<Record<string, string>> {
    if (Date.now() - this.asked > tokenLife) {
      const form = {
        grant_type: "password",
        client_id: "admin-cli",
        username: "admin",
        password: String(process.env.E2E_KEYCLOAK_PASSWORD),
      };
      const answer = await this.calls.post(`${keycloak}/realms/master/protocol/openid-connect/token`, { form });
      this.token = ((await answer.json()) as { access_token: string }).access_token;
      this.asked = Date.now();
    }
    return { Authorization: `Bearer ${this.token}` };
  }

  private async send<T>(method: string, path: string, data?: unknown): Promise<T> {
    const answer = await this.calls.fetch(`${keycloak}/admin/realms/staffroom/${path}`, {
      method,
      data,
      headers: await this.headers(),
    });
    expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true);
    return (answer.status() === 200 ? await answer.json() : undefined) as T;
  }

  /** Returns the account with this name. */
  account = async (username: string): Promise<Account | undefined> =>
    (await this.send<Account[]>("GET", `users?exact=true&username=${username}`))[0];
  byId = (id: string) => this.send<Account>("GET", `users/${id}`);
  disable = async (id: string) => this.send("PUT", `users/${id}`, { ...(await this.byId(id)), enabled: false });
  signOut = (id: string) => this.send("POST", `users/${id}/logout`);
  setPassword = (id: string, value: string) =>
    this.send("PUT", `users/${id}/reset-password`, { type: "password", value, temporary: false });
  roles = async (id: string): Promise<string[]> =>
    (await this.send<{ name: string }[]>("GET", `users/${id}/role-mappings/realm`)).map(({ name }) => name);
  async giveRole(id: string, name: string): Promise<void> {
    await this.send("POST", `users/${id}/role-mappings/realm`, [await this.send("GET", `roles/${name}`)]);
  }

  /** Makes Keycloak require an action at the next sign-in. */
  requireAction = async (id: string, name: string) =>
    this.send("PUT", `users/${id}`, { ...(await this.byId(id)), requiredActions: [name] });

  async takeRole(id: string, name: string): Promise<void> {
    await this.send("DELETE", `users/${id}/role-mappings/realm`, [await this.send("GET", `roles/${name}`)]);
  }

  /** Returns the account of a user, once the mirror has created it. */
  async mirrored(username: string): Promise<Account> {
    let account: Account | undefined;
    await expect(async () => {
      account = await this.account(username);
      expect(account).toBeTruthy();
    }).toPass({ timeout: 45_000 });
    return account as Account;
  }
}

/** The link in the latest mail to an address. */
export async function mailedLink(address: string): Promise<string> {
  let link = "";
  await expect(() => {
    link = /https?:\/\/[^\s"<>]+/.exec(mailsTo(address).at(-1) ?? "")?.[0] ?? "";
    expect(link).not.toBe("");
  }).toPass();
  return link.replaceAll("&amp;", "&");
}

/** Sends a signal to Keycloak's processes. */
export function signalKeycloak(signal: NodeJS.Signals): void {
  const status = JSON.parse(readFileSync(join(String(process.env.STAFFROOM_STATE), "status.json"), "utf8")) as {
    components: { keycloak: { pid: number } };
  };
  process.kill(-status.components.keycloak.pid, signal);
}

export const test = usual.extend<object, { admin: Api; realm: Realm }>({
  admin: [
    async ({}, run) => {
      const calls = await request.newContext({ baseURL: base });
      await run(new Api(calls, "sysadmin", tokenByKeycloak));
      await calls.dispose();
    },
    { scope: "worker" },
  ],
  realm: [
    async ({}, run) => {
      const calls = await request.newContext();
      await run(new Realm(calls));
      await calls.dispose();
    },
    { scope: "worker" },
  ],
});
export { expect };

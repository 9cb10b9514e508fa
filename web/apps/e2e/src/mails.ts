import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The mails sent to an address, oldest first, as text: headers on one line each, quoted characters decoded.
 */
export function mailsTo(address: string): string[] {
  const folder = String(process.env.STAFFROOM_MAIL_FOLDER);
  const mails = readdirSync(folder)
    .filter((name) => name.endsWith(".eml"))
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8"));
  return mails.filter((text) => text.includes(`X-Envelope-To: ${address}`)).map(decoded);
}

const decoded = (mail: string): string =>
  mail
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replace(/\r?\n[ \t]+/g, " ");

/** A header of a mail, as `mailsTo` returns it; empty if it has none. */
export const headerOf = (mail: string, name: string): string =>
  new RegExp(`^${name}: (.*)$`, "im").exec(mail)?.[1]?.trim() ?? "";

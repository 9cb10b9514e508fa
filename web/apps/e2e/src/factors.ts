import type { Page } from "@playwright/test";
import { createHmac } from "node:crypto";
import { restoreAfter } from "./tab";

/** The number of the current 30-second step (RFC 6238). */
export const stepNow = (): number => Math.floor(Date.now() / 30_000);

/** The one-time code of a secret in Base32 at a step (RFC 6238). */
export function codeOf(secret: string, step: number): string {
  const bits = [...secret.replaceAll(/\s/g, "")]
    .map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  const key = Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
  const count = Buffer.alloc(8);
  count.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", key).update(count).digest();
  const at = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** Adds a virtual security key to this browser, which answers each request as if its reader were touched. */
export async function plugInKey(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  restoreAfter(() => devtools.detach());
}

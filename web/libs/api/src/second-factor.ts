import type { Answer, SignIn } from "@staffroom/contract";
import { begin } from "./auth";
import { api } from "./client";
import { ApiError } from "./errors";

export type OwnFactors = Answer<"identity", "/auth/second-factors">;
export type Factor = OwnFactors["factors"][number];
export type Enrolment = Answer<"identity", "/auth/second-factors/enrolment", "post">;
/** Kinds of proof, in the order in which they are offered. */
export type ProofAsked = Answer<"identity", "/auth/second-factors/challenge", "post">;
export type Proof = { code?: string; recoveryCode?: string; passkey?: unknown; password?: string };
/** The first answer of a new factor. */
export type FirstAnswer = { name?: string; code?: string; passkey?: unknown };

/** The password is right, and a second factor has to follow, or to be added first. */
export type Asked = ({ step: "prove" } & ProofAsked) | { step: "enrol"; challenge: string };

/** The step that the refusal of a sign-in asks for; null where it is another refusal. */
export function askedBy(error: unknown): Asked | null {
  if (!(error instanceof ApiError) || typeof error.body !== "object") return null;
  const more = error.body as Partial<ProofAsked>;
  if (error.code === "second_factor")
    return { step: "prove", challenge: more.challenge ?? "", kinds: more.kinds ?? [], passkey: more.passkey ?? null };
  if (error.code === "second_factor_missing") return { step: "enrol", challenge: more.challenge ?? "" };
  return null;
}

/** True where the step has to begin again: it took too long, or another window has answered it. */
export const isExpired = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "second_factor_expired";

/** The second step of a sign-in. */
export async function proveSignIn(username: string, challenge: string, proof: Proof): Promise<void> {
  begin(username, await api.post<SignIn>("/auth/login/second", { challenge, ...proof }));
}

/** The secret and the options of a first factor, in the middle of a sign-in. */
export const enrolmentOf = (challenge: string): Promise<Enrolment> => api.post("/auth/login/enrolment", { challenge });

/** Adds the first factor. The recovery codes are shown first: `enter` goes on to the screen. */
export async function enrolAtSignIn(
  username: string,
  challenge: string,
  first: FirstAnswer,
): Promise<{ codes: string[]; enter: () => void }> {
  const { recoveryCodes, ...answer } = await api.post<Answer<"identity", "/auth/login/enrol", "post">>(
    "/auth/login/enrol",
    { challenge, ...first },
  );
  return { codes: recoveryCodes, enter: () => begin(username, answer) };
}

/** True where this browser can make and use passkeys from options in JSON. */
export const passkeysWork = (): boolean =>
  typeof PublicKeyCredential !== "undefined" && typeof PublicKeyCredential.parseRequestOptionsFromJSON === "function";

/** Makes a passkey, for `FirstAnswer`. Rejects where the person stops or the browser refuses. */
export async function createPasskey(options: object): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  return toJson(await navigator.credentials.create({ publicKey }));
}

/** Signs with a passkey, for `Proof`. Rejects where the person stops or the browser refuses. */
export async function signWithPasskey(options: object): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  return toJson(await navigator.credentials.get({ publicKey }));
}

function toJson(credential: Credential | null): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new Error("This browser has made no passkey");
  return credential.toJSON();
}

import { api, ApiError, begin } from "@staffroom/api";
import type { Answer, SignIn } from "@staffroom/contract";

export type OwnFactors = Answer<"identity", "/auth/second-factors">;
export type Factor = OwnFactors["factors"][number];
export type Enrolment = Answer<"identity", "/auth/second-factors/enrolment", "post">;
/** Kinds of proof, in the order in which they are offered. */
export type ProofAsked = Answer<"identity", "/auth/second-factors/challenge", "post">;
export type Proof = { code?: string; recoveryCode?: string; passkey?: unknown; password?: string };
/** The first response of a new factor. */
export type FirstAnswer = { name?: string; code?: string; passkey?: unknown };

/** The password is correct; a second factor must follow, or must be added first. */
export type Asked = ({ step: "prove" } & ProofAsked) | { step: "enrol"; challenge: string };

/** Returns the step that a refused sign-in asks for; null for another refusal. */
export function askedBy(error: unknown): Asked | null {
  if (!(error instanceof ApiError) || typeof error.body !== "object") return null;
  const more = error.body as Partial<ProofAsked>;
  if (error.code === "second_factor")
    return { step: "prove", challenge: more.challenge ?? "", kinds: more.kinds ?? [], passkey: more.passkey ?? null };
  if (error.code === "second_factor_missing") return { step: "enrol", challenge: more.challenge ?? "" };
  return null;
}

/** True if the step must start again: it expired, or another window answered it. */
export const isExpired = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "second_factor_expired";

/** The second step of a sign-in. */
export async function proveSignIn(username: string, challenge: string, proof: Proof): Promise<void> {
  begin(username, await api.post<SignIn>("/auth/login/second", { challenge, ...proof }));
}

/** Returns the secret and options of a first factor, during sign-in. */
export const enrolmentOf = (challenge: string): Promise<Enrolment> => api.post("/auth/login/enrolment", { challenge });

/** Adds the first factor. The recovery codes are shown first; `enter` then opens the screen. */
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

/** True if this browser can create and use passkeys from options in JSON. */
export const passkeysWork = (): boolean =>
  typeof PublicKeyCredential !== "undefined" && typeof PublicKeyCredential.parseRequestOptionsFromJSON === "function";

/** Creates a passkey for `FirstAnswer`. Rejects if the user cancels or the browser refuses. */
export async function createPasskey(options: object): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  return toJson(await navigator.credentials.create({ publicKey }));
}

/** Signs with a passkey for `Proof`. Rejects if the user cancels or the browser refuses. */
export async function signWithPasskey(options: object): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  return toJson(await navigator.credentials.get({ publicKey }));
}

function toJson(credential: Credential | null): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new Error("This browser has made no passkey");
  return credential.toJSON();
}

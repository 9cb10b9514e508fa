import type { SignIn, User } from "@staffroom/contract";
import { languageKey } from "@staffroom/language";
import { sessionMinutes, storageKey } from "./constants";
import { createStore } from "./store";
import { isOfUnsent } from "./unsent-kept";

/**
 * `expired` keeps the user and the screen: the user signs in again in place and the waiting calls continue.
 */
export type SessionStatus = "restoring" | "signedOut" | "signedIn" | "expired";
export type Session = {
  status: SessionStatus;
  user: User | null;
  /** Kept in memory only. */
  token: string | null;
  /** The user's own token while impersonating. */
  oldToken: string | null;
  /** True if the user signed in on this page, false if the browser restored the session. */
  isNew: boolean;
};

const sessionKey = storageKey("session");
type Saved = { savedAt: number; userId: number };

const session = createStore<Session>({ status: "restoring", user: null, token: null, oldToken: null, isNew: false });
const set = (change: Partial<Session>) => session.set({ ...session.get(), ...change });

export const getSession = session.get;
export const subscribeSession = session.subscribe;
export const useSession = session.use;

/** The signed-in user, for screens behind the guard. */
export function useUser(): User {
  const { user } = useSession();
  if (!user) throw new Error("This screen needs a signed-in user");
  return user;
}

export function hasRole(user: User | null, ...roles: string[]): boolean {
  return !!user && (user.roleIds.includes("sysAdmin") || roles.some((role) => user.roleIds.includes(role)));
}

/** True if a session was saved under 240 minutes ago (platform.md 4). */
export function mayRestore(now = Date.now()): boolean {
  const saved = readSaved();
  return !!saved && now >= saved.savedAt && now - saved.savedAt < sessionMinutes * 60_000;
}

function readSaved(): Saved | null {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(sessionKey) ?? "null");
    if (saved && typeof saved === "object" && "savedAt" in saved && typeof saved.savedAt === "number")
      return saved as Saved;
  } catch {
    // A damaged entry counts as no session.
  }
  return null;
}

/** Records the start of the session; refreshing a token does not extend it. */
function save(user: User, now = Date.now()): void {
  localStorage.setItem(sessionKey, JSON.stringify({ savedAt: now, userId: user.id } satisfies Saved));
}

export function signedIn(answer: Pick<SignIn, "authToken" | "user">): void {
  if (session.get().status !== "signedIn") save(answer.user);
  set({ status: "signedIn", user: answer.user, token: answer.authToken, oldToken: null, isNew: true });
}

/** Prefills the form for signing in again; kept in memory only. */
let lastUsername = "";
export const rememberUsername = (name: string): void => void (lastUsername = name);
export const rememberedUsername = (): string => lastUsername;

/** A restored session keeps its start time. */
export function restored(answer: Pick<SignIn, "authToken" | "user">): void {
  set({ status: "signedIn", user: answer.user, token: answer.authToken, isNew: false });
}

export function refreshed(answer: Pick<SignIn, "authToken" | "user">): void {
  set({ token: answer.authToken, user: answer.user });
}

export function impersonating(answer: Pick<SignIn, "authToken" | "user">): void {
  set({ user: answer.user, token: answer.authToken, oldToken: session.get().oldToken ?? session.get().token });
}

export function impersonationEnded(token: string, user: User): void {
  set({ token, user, oldToken: null });
}

export function sessionExpired(): void {
  if (session.get().status === "signedIn") set({ status: "expired" });
}

export function userChanged(user: User): void {
  set({ user });
}

/** Theme and language are shared by both applications and apply before sign-in. */
const staying = ["staffroom.appearance", languageKey];

/** Clears the store and everything that this application keeps in the browser for the user, except unsent changes. */
export function signedOut(): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(storageKey("")) && !staying.includes(key) && !isOfUnsent(key)) localStorage.removeItem(key);
  sessionStorage.clear();
  set({ status: "signedOut", user: null, token: null, oldToken: null, isNew: false });
}

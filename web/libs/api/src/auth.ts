import type { SignIn } from "@staffroom/contract";
import { addressOf, api, refresh } from "./client";
import { reconnected } from "./connection";
import { appName } from "./constants";
import { forgetDatabases } from "./databases";
import { queryClient } from "./query";
import { forgetUnsent } from "./unsent-kept";
import {
  getSession,
  impersonating,
  impersonationEnded,
  mayRestore,
  rememberUsername,
  restored,
  signedIn,
  signedOut,
} from "./session";

/** Signs in with a password. A refusal may ask for a second factor. */
export async function signIn(username: string, password: string): Promise<void> {
  begin(username, await api.post<SignIn>("/auth/login", { username, password, app: appName }));
}

/** Begins a session that the server has started. */
export function begin(username: string, answer: SignIn): void {
  // The next person must not see the previous person's data.
  if (getSession().user && getSession().user?.id !== answer.user.id) queryClient.clear();
  rememberUsername(username);
  signedIn(answer);
}

const elsewhereKey = "staffroom.elsewhere";

/** Goes to the sign-in page of another provider; `redirect` is the screen to return to. */
export function signInElsewhere(page: string, redirect: string): void {
  sessionStorage.setItem(elsewhereKey, "gone");
  window.location.assign(addressOf(page, { app: appName, redirect }));
}

/** Refreshes until the server accepts or refuses: until then the session and unsaved entries stay. */
async function refreshInTime(): Promise<boolean> {
  for (;;) {
    try {
      return await refresh();
    } catch {
      await reconnected();
    }
  }
}

/** Restores a session under 240 minutes old, or starts a new one. Called once at start. */
export async function restoreSession(): Promise<void> {
  if (getSession().status !== "restoring") return;
  const isBack = sessionStorage.getItem(elsewhereKey) !== null;
  sessionStorage.removeItem(elsewhereKey);
  if (isBack && (await refreshInTime())) {
    const { token, user } = getSession();
    if (token && user) return signedIn({ authToken: token, user });
  }
  if (mayRestore() && (await refreshInTime())) {
    const { token, user } = getSession();
    if (token && user) return restored({ authToken: token, user });
  }
  signedOut();
}

export async function signOut(): Promise<void> {
  // Signs out locally even when the server cannot be reached.
  await api.post("/auth/logout", undefined, { query: { app: appName } }).catch(() => undefined);
  const user = getSession().user?.id;
  forgetUnsent(user);
  queryClient.clear();
  signedOut();
  await forgetDatabases(user);
}

export async function impersonate(userId: number, reason: string): Promise<void> {
  impersonating(await api.post<SignIn>(`/auth/impersonate/${userId}`, { reason }));
  await queryClient.resetQueries();
}

/**
 * Stops impersonating: the server ends the impersonated session and returns the user's own token, even after a reload.
 */
export async function stopImpersonating(): Promise<void> {
  const answer = await api.post<SignIn>("/auth/impersonate/stop");
  impersonationEnded(answer.authToken, answer.user);
  await queryClient.resetQueries();
}

import {
  appName,
  changeSettings,
  isUnreachable,
  mayKeep,
  prefetchPersonal,
  readSettings,
  sendLaterOf,
  useSession,
} from "@staffroom/api";
import type { PersonalSettings } from "@staffroom/contract";
import { changeLanguage, type Language } from "@staffroom/language";
import { getAppearance, setAppearance, toast, type Appearance } from "@staffroom/ui";
import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate } from "react-router";
import { readDestination } from "../sign-in/sign-in";

type Chosen = Partial<Pick<PersonalSettings, "theme" | "density" | "language" | "startPage">>;

/** Saves settings on the server, later if it cannot be reached; `onKept` is called once they are saved. */
export async function keepSettings(chosen: Chosen, onKept?: () => void): Promise<void> {
  try {
    await changeSettings(chosen);
  } catch (error) {
    if (isUnreachable(error))
      sendLaterOf(error, {
        key: `settings:${Object.keys(chosen).join()}`,
        label: "My settings",
        send: () => keepSettings(chosen, onKept),
      });
    else toast.error(error);
    return;
  }
  onKept?.();
}

/** Changes the appearance immediately, and saves it in the user's settings. */
export function chooseLook(change: Partial<Appearance>): void {
  setAppearance(change);
  if (mayKeep()) void keepSettings(change);
}

/**
 * Saves the language in the user's settings; the page is then reloaded in it. An unsaved one would change back when the
 * page reads the settings.
 */
export const chooseLanguage = (language: Language): Promise<void> =>
  keepSettings({ language }, () => changeLanguage(language));

/**
 * Applies the user's settings. A user without saved settings who was signed in here before keeps those of this browser.
 */
function applySettings({ theme, density, version }: PersonalSettings, isNew: boolean): void {
  const here = getAppearance();
  if (version > 0 || isNew) setAppearance({ theme, density });
  else if (mayKeep() && (here.theme !== theme || here.density !== density)) void keepSettings(here);
}

/** Applies the settings of each user who signs in, and opens their start page unless another screen was requested. */
export function usePersonalSettings(): void {
  const { user, isNew } = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const begin = useEffectEvent(async () => {
    prefetchPersonal();
    // The start page is a screen of the back office.
    const asksForHome =
      appName === "staff" && (pathname === "/" || (pathname === "/login" && readDestination(search) === "/"));
    const settings = await readSettings().catch(() => null);
    if (!settings) return;
    applySettings(settings, isNew);
    if (isNew && asksForHome && settings.startPage !== "/") void navigate(settings.startPage, { replace: true });
    // While impersonating, the user keeps their own language.
    if (mayKeep()) changeLanguage(settings.language);
  });
  const userId = user?.id;
  useEffect(() => {
    if (userId !== undefined) void begin();
  }, [userId]);
}
